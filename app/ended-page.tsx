import { useState } from "react";
import { PageEndScreen } from "@/components/layout/page-end-screen";
import { onDemand } from "@/components/ui/on-demand";
import type { PageEnd } from "@/lib/client/session/page-end";
import { keptTyped } from "@/lib/client/session/typed";

const SignInAgain = onDemand(() => import("@/components/sign-in/sign-in-again"));

/** How one signs in here. Only what needs no other page can be asked for in this one's place. */
export type PageSignInMethods = { password: boolean; provider: string | null };

export default function EndedPage({
  end,
  owner,
  methods,
}: {
  end: PageEnd;
  owner: string | undefined;
  methods: PageSignInMethods;
}) {
  const [typed] = useState(keptTyped);
  const [again] = useState(
    typed && owner && methods.password && <SignInAgain provider={methods.provider} owner={owner} />,
  );
  return <PageEndScreen end={end} again={end.why === "session-over" && again} />;
}
