import type { Context } from "../../../auth/context";
import { fingerprint } from "../../../crypto/macs/fingerprint";
import { lengthOf } from "../../../crypto/sealing/padding";
import { assignmentsIn } from "../../../dotenv/assignments";
import { isReference } from "../../../dotenv/reference";
import { pauses } from "../../../event-loop";
import { readSealed, type Sealed } from "../../doors/disclose/disclose";

/** An assignment in an env file: a reference as it is written, or the fingerprint of its value, or neither if it is empty. */
export type FileVariable = {
  name: string;
  line: number;
  reference: string | null;
  value: { print: number; length: number } | null;
};

/** Every assignment in the order of the file, without values. Null if the file can't be decrypted. */
export async function variablesOf(ctx: Context, file: Sealed): Promise<FileVariable[] | null> {
  const assigned = readSealed(ctx, "EnvFile", file, assignmentsIn);
  if (!assigned) return null;
  const variables: FileVariable[] = [];
  const pause = pauses();
  for (const { name, line, value } of assigned) {
    variables.push({
      name,
      line,
      reference: isReference(value) ? value : null,
      value: value === "" || isReference(value) ? null : { print: fingerprint(value), length: lengthOf(value) },
    });
    if (variables.length % 100 === 0) await pause();
  }
  return variables;
}
