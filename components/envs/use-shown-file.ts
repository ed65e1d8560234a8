import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { fileTypes } from "@/lib/client/words/file-names";
import { announce, isWritten, sightAddress } from "@/lib/client/sight-address";
import type { EnvFileType } from "@/lib/contracts/vault/envs";

/**
 * The file that is shown, kept in the page's address: a reload, Back and links lead to it again. `start` says which one it
 * is at first, if the address asks for this one or none. `leave` moves on to another one, or asks first if something is unsaved.
 */
export function useShownFile(
  start: (asked: EnvFileType | undefined) => EnvFileType,
  leave: (proceed: () => void) => void,
) {
  const path = usePathname();
  const address = useMemo(() => sightAddress(path), [path]);
  const request = useSearchParams();
  const query = request.toString();
  const asked = fileTypes.find((fileType) => fileType === request.get("file"));
  const [shown, setShown] = useState(() => start(asked));
  const write = (fileType: EnvFileType) => address.write(`file=${fileType}`, "replace");
  const show = (fileType: EnvFileType) => {
    setShown(fileType);
    write(fileType);
  };
  const select = (fileType: EnvFileType) => leave(() => show(fileType));
  const arrive = useEffectEvent(() => {
    const isOwn = isWritten(query);
    announce(query);
    if (isOwn || !asked || asked === shown) return;
    // What is unsaved may keep the page at this one.
    write(shown);
    select(asked);
  });
  useEffect(() => arrive(), [query]);
  useEffect(() => address.forget, [address]);
  return { shown, /** Whatever is unsaved. */ show, select };
}
