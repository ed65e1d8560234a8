import type { Resolver } from "react-hook-form";
import { faultsByField } from "@/lib/client/http/contract-resolver";
import { CreateShareLink } from "@/lib/contracts/transfer/links";

export type ShareFieldValues = { views: string; expiresInHours: string; passphrase: string; hint: string };
export type ShareChoices = Omit<CreateShareLink, "ciphertext"> & { passphrase: string | null };

const Choices = CreateShareLink.omit({ ciphertext: true });

/** The contract's own validation of what the fields mean. The passphrase stays in the browser: the contract has none. */
export const shareResolver: Resolver<ShareFieldValues, unknown, ShareChoices> = ({
  views,
  expiresInHours,
  passphrase,
  hint,
}) => {
  const parsed = Choices.safeParse({
    views: Number(views),
    expiresInHours: Number(expiresInHours),
    hint: hint.trim() || null,
  });
  if (!parsed.success) return { values: {}, errors: faultsByField(parsed.error) };
  return { values: { ...parsed.data, passphrase: passphrase || null }, errors: {} };
};
