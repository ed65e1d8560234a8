import { useEffect, useRef } from "react";
import type { EnvFile } from "@/lib/contracts/vault/envs";
import type { OpenFileControl } from "./open-file";

/** Compares the open file with what the lists say of it: somebody else may have changed or deleted it meanwhile. */
export function useFollowedFile(
  existing: EnvFile | undefined,
  { file, unsaved, saving, opening, follow }: OpenFileControl,
): void {
  const known = file?.knownVersion;
  const listed = existing?.version;
  // A file that was just created is in no list yet: it is missing only if one has had it.
  const seen = useRef<number>(undefined);
  useEffect(() => {
    if (known === undefined || saving || opening) return void (seen.current = undefined);
    if (existing && existing.version >= known) seen.current = known;
    if (existing ? existing.version > known : seen.current !== undefined) void follow(existing ?? null);
    // Also once there is no unsaved text any more, which had kept the new text away.
  }, [existing, listed, known, unsaved, saving, opening, follow]);
}
