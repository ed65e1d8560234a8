import { useWatch, type Control } from "react-hook-form";
import type { CreateAccessKey } from "@/lib/contracts/access/access-keys";
import { grantOf, newKeyFields, type CreateKeyFields } from "../create/create-key-form";
import { grantText } from "../key-words";

/** What the key may do, in words, as chosen so far. */
export function GrantSentence({ control }: { control: Control<CreateKeyFields, unknown, CreateAccessKey> }) {
  const fields = useWatch({ control });
  return (
    <p aria-live="polite" aria-atomic className="w-full text-sm break-words">
      {grantText(grantOf({ ...newKeyFields(), ...fields } as CreateKeyFields))}
    </p>
  );
}
