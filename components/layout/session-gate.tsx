"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useStore } from "@/lib/client/hooks/use-store";
import { type PageEnd, pageEndStore } from "@/lib/client/session/end/page-end";
import { queryKeys } from "@/lib/client/http/queries/query-keys";
import type { SessionUser } from "@/lib/client/session/session";
import { useSessionEnd } from "@/lib/client/session/end/use-session-end";
import { productName } from "./brand";

/** What to show on a cleared page. `owner`: whose page it was, if known. */
export type EndedScreen = (end: PageEnd, owner: string | undefined) => ReactNode;

/** Wraps everything that belongs to a session: nothing of it outlives the session. */
export function SessionGate({ screen, children }: { screen: EndedScreen; children: ReactNode }) {
  const end = useStore(pageEndStore);
  return end ? <Cleared end={end} screen={screen} /> : <Watched>{children}</Watched>;
}

/** Removed with the page: a session query would put it into the cache again. */
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

/** Names are also in the tab's title, which going back would restore, and in the data that came with the page. */
function clearDocument(): () => void {
  for (const script of document.querySelectorAll("script:not([src])")) script.remove();
  // While one page follows another, the title of each may be there; the document shows the first.
  const titles = () => [...document.head.querySelectorAll("title")];
  const former = titles().map((title) => [title, title.text] as const);
  const clearTitles = () => {
    for (const title of titles()) if (title.text !== productName) title.text = productName;
  };
  clearTitles();
  const changes = new MutationObserver(clearTitles);
  changes.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    changes.disconnect();
    for (const [title, text] of former) title.text = text;
  };
}
