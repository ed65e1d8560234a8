import { unavailable } from "../../http/api-error";
import { leaveNothingCopied } from "../../browser/clipboard";
import { endPage, type TabMessage } from "./page-end";
import { csrfToken } from "../csrf-token";
import { request, tabsChannel } from "../session";
import { replacingToken } from "../session-token";
import { leaveTo } from "../sign-in/sign-in-path";

const signOutMillisecondsMax = 10_000;

/**
 * Clears the page, ends the session, then loads the sign-in page, so that nothing decrypted stays in memory. If the
 * vault can't be reached, the page stays empty and says so. A copied secret is cleared at once. `until`: when the session ends there in any case.
 */
export async function signOut(until: string | undefined): Promise<void> {
  void leaveNothingCopied();
  endPage({ why: "signing-out" });
  const signal = AbortSignal.timeout(signOutMillisecondsMax);
  try {
    // Not during a re-authentication: its new token would outlive the sign-out.
    const response = await replacingToken(
      async () => request("signout", { csrfToken: await csrfToken(signal), json: "true" }, signal),
      signal,
    );
    if (!response.ok) throw unavailable();
    leaveTo("/login");
  } catch {
    endPage({ why: "not-told", until });
  }
  const channel = new BroadcastChannel(tabsChannel);
  channel.postMessage({ why: "not-told", until } satisfies TabMessage);
  channel.close();
}
