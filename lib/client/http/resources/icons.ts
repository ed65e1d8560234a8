import { queryOptions } from "@tanstack/react-query";
import type { IconTitle } from "../../../icon-name";
import { signedOut, unavailable } from "../api-error";
import { NetworkError } from "../call";

async function listIcons({ signal }: { signal: AbortSignal }): Promise<IconTitle[]> {
  let response: Response;
  try {
    response = await fetch("/icons", { signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new NetworkError(cause);
  }
  if (response.redirected) throw signedOut();
  if (!response.ok) throw unavailable();
  return (await response.json()) as IconTitle[];
}

/** All icons that the vault serves; they don't change while it runs. */
export const iconsQuery = queryOptions({ queryKey: ["icons"], queryFn: listIcons, staleTime: Infinity });
