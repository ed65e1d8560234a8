import { useState } from "react";
import { PageEndScreen } from "@/components/layout/page-end-screen";
import { onDemand } from "@/components/ui/states/on-demand";
import type { PageEnd } from "@/lib/client/session/end/page-end";
import { keptTyped } from "@/lib/client/session/typed/typed";

const SignInAgain = onDemand(() => import("@/components/sign-in/sign-in-again"));

/** The sign-in methods here. Only those that need no other page can be offered in this page's place. */
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
