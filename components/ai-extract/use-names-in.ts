import { useEffect, useRef, useState } from "react";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { ExtractDialogProps } from "./dialog-props";

type Read = { fileType: EnvFileType; names: ReadonlySet<string>; error?: unknown };

const none: ReadonlySet<string> = new Set();

/** The variables that have a value in the chosen file, read again for each choice. */
export function useNamesIn(
  fileType: EnvFileType,
  readNames: ExtractDialogProps["readNames"],
): { names: ReadonlySet<string>; pending: boolean; error: unknown } {
  const [read, setRead] = useState<Read>();
  const latest = useRef(readNames);
  useEffect(() => {
    latest.current = readNames;
  });
  useEffect(() => {
    let wanted = true;
    latest.current(fileType).then(
      (names) => wanted && setRead({ fileType, names }),
      (error: unknown) => wanted && setRead({ fileType, names: none, error }),
    );
    return () => {
      wanted = false;
    };
  }, [fileType]);
  const own = read?.fileType === fileType ? read : undefined;
  return { names: own?.names ?? none, pending: !own, error: own?.error };
}
