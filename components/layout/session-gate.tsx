"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { type PageEnd, pageEndStore } from "@/lib/client/session/page-end";
import { queryKeys } from "@/lib/client/http/query-keys";
import type { SessionUser } from "@/lib/client/session/session";
import { useSessionEnd } from "@/lib/client/session/use-session-end";
import { productName } from "./brand";

/** What stands on a page that was ended. `owner`: whose it was, where that was known. */
export type EndedScreen = (end: PageEnd, owner: string | undefined) => ReactNode;

/** Around everything that a session shows: nothing of it outlasts the session. */
export function SessionGate({ screen, children }: { screen: EndedScreen; children: ReactNode }) {
  const end = useSyncExternalStore(pageEndStore.subscribe, pageEndStore.current, pageEndStore.onServer);
  return end ? <Cleared end={end} screen={screen} /> : <Watched>{children}</Watched>;
}

/** Goes with the page: what asks for the session would bring it into the cache again. */
function Watched({ children }: { children: ReactNode }) {
  useSessionEnd();
  return children;
}

function Cleared({ end, screen }: { end: PageEnd; screen: EndedScreen }) {
  const queryClient = useQueryClient();
  const [owner] = useState(() => queryClient.getQueryData<SessionUser>(queryKeys.session)?.id);
  useEffect(() => {
    queryClient.clear();
    return clearDocument();
  }, [queryClient]);
  return screen(end, owner);
}

/** Names stand in the tab's title as well, which going back would bring again, and in the data that came with the page. */
function clearDocument(): () => void {
  for (const script of document.querySelectorAll("script:not([src])")) script.remove();
  const { title } = document;
  const clearTitle = () => {
    if (document.title !== productName) document.title = productName;
  };
  clearTitle();
  const titles = new MutationObserver(clearTitle);
  titles.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    titles.disconnect();
    document.title = title;
  };
}
