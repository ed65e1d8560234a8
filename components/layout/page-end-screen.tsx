import { useEffect, type ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { exactTime } from "@/lib/client/words/dates";
import { tellEnded } from "@/lib/client/session/end/ended-session";
import type { PageEnd } from "@/lib/client/session/end/page-end";
import { signOut } from "@/lib/client/session/end/sign-out";
import { leaveTo, signInPath } from "@/lib/client/session/sign-in/sign-in-path";
import { keptTyped } from "@/lib/client/session/typed/typed";
import { Brand } from "./brand";

const titles = {
  "signing-out": "Signing out",
  "not-told": "Signed out on this page only",
  "session-over": "Your session has ended",
};

function describe(end: PageEnd): string {
  if (end.why === "signing-out") return "This page was cleared.";
  if (end.why === "session-over")
    return end.reached
      ? "Sign in to continue."
      : "This page was cleared. The vault can’t be reached: sign in again when it is back.";
  const until = end.until ? `, until ${exactTime(end.until)} at the latest` : "";
  return `This page was cleared, but the vault could not be reached. The vault still considers this browser signed in${until}. Sign out again when the vault is back.`;
}

/** What remains of a cleared page. `again`: signs in on this page, if typed text waits for that. */
export function PageEndScreen({ end, again }: { end: PageEnd; again: ReactNode }) {
  useEffect(() => {
    // Nothing asks before the page is left any more: what would have asked is gone.
    if (again || end.why !== "session-over" || !end.reached) return;
    tellEnded(keptTyped() ? "typed-lost" : "ended");
    leaveTo(signInPath());
  }, [end, again]);
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 px-5">
      <Brand />
      <h1 ref={focus} tabIndex={-1} className="text-2xl">
        {titles[end.why]}
      </h1>
      {again || <p className="text-sm text-muted">{describe(end)}</p>}
      {end.why === "not-told" && (
        <Button variant="primary" onClick={() => void signOut(end.until)}>
          Sign out again
        </Button>
      )}
      {!again && end.why === "session-over" && (
        <a href={signInPath()} className={buttonStyle({ variant: "primary" })}>
          Sign in
        </a>
      )}
    </main>
  );
}

// A stable function: a new one would take the focus from the form on each render.
const focus = (heading: HTMLElement | null) => heading?.focus();
