import type { Passkey } from "../../contracts/people/passkeys";
import { instant } from "../../db/instants";

export const publicColumns = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;
/** A row as the API answers it. */
export const wire = ({
  createdAt,
  lastUsedAt,
  ...rest
}: {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}): Passkey => ({ ...rest, createdAt: instant(createdAt), lastUsedAt: lastUsedAt && instant(lastUsedAt) });
