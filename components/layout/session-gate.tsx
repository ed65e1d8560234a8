"use client";

import { useSyncExternalStore, type ReactNode } from "react";
import { pageEndStore } from "@/lib/client/page-end";
import { useSessionEnd } from "@/lib/client/use-session-end";
import { PageEndScreen, type SignInAgain } from "./page-end-screen";

/** Around everything that a session shows: nothing of it outlasts the session. */
export function SessionGate({ again, children }: { again: SignInAgain | undefined; children: ReactNode }) {
  const end = useSyncExternalStore(pageEndStore.subscribe, pageEndStore.current, pageEndStore.onServer);
  return end ? <PageEndScreen end={end} again={again} /> : <Watched>{children}</Watched>;
}

/** Goes with the page: what asks for the session would bring it into the cache again. */
function Watched({ children }: { children: ReactNode }) {
  useSessionEnd();
  return children;
}
