"use client";

import { useEffect, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Link } from "@/components/ui/buttons/link";
import { ApiError } from "@/lib/client/http/api-error";
import { describeError } from "@/lib/client/http/describe-error";
import { listTeams } from "@/lib/client/http/api";
import { acceptInvitation } from "@/lib/client/http/resources/team-api";
import {
  deadInvitation,
  forgetInvitation,
  invitationPath,
  keepInvitation,
  keptInvitation,
  wasTakenAlong,
} from "@/lib/client/session/sign-in/invitation";
import { readOwnSession, type SessionUser } from "@/lib/client/session/session";
import { leaveTo } from "@/lib/client/session/sign-in/sign-in-path";
import { isPlaceholderEmail } from "@/lib/contracts/people/placeholder-email";

type State =
  | { step: "looking" }
  | { step: "no-token" }
  | { step: "signed-out" }
  | { step: "signed-in"; user: SessionUser }
  | { step: "refused"; message: string }
  | { step: "failed"; error: unknown };

/** Takes the token out of the address, so that it stays in no history and on no screen. */
function takeToken(): string | undefined {
  const token = window.location.hash.slice(1);
  if (token !== "") {
    keepInvitation(token);
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }
  return token || keptInvitation();
}

const refusals: Partial<Record<ApiError["code"], string>> = {
  INVITATION_NOT_FOUND: deadInvitation,
  ALREADY_MEMBER: "You already belong to this team. Choose it in the vault menu.",
  VALIDATION_ERROR: "This link is incomplete. Copy the full link and open it again.",
};

/** The account was made by the provider's sign-in, which accepted the invitation: it has this one team. */
const onlyTeam = (): Promise<string | undefined> =>
  listTeams({}).then(
    (teams) => (teams.length === 1 ? teams[0]?.id : undefined),
    () => undefined,
  );

/** The page that an invitation's link opens. `canRegister`: whether accounts with a password are admitted here. */
export function Invitation({ canRegister }: { canRegister: boolean }) {
  const [state, setState] = useState<State>({ step: "looking" });
  const [token, setToken] = useState<string>();
  const [pending, setPending] = useState(false);

  useEffect(() => {
    const found = takeToken();
    const own = new AbortController();
    const look = async () => {
      setToken(found);
      if (!found) return setState({ step: "no-token" });
      try {
        // Whom it names is who joins: if somebody else signs in meanwhile, the vault refuses what this page asks for.
        const user = await readOwnSession(own.signal);
        setState({ step: "signed-in", user });
      } catch (error) {
        if (own.signal.aborted) return;
        const signedOut = error instanceof ApiError && error.code === "AUTH_REQUIRED";
        setState(signedOut ? { step: "signed-out" } : { step: "failed", error });
      }
    };
    void look();
    return () => own.abort();
  }, []);

  async function join() {
    if (!token) return;
    setPending(true);
    try {
      const { id } = await acceptInvitation({ body: { token } });
      forgetInvitation();
      leaveTo(`/teams/${id}`);
    } catch (error) {
      const joined = wasTakenAlong() && (await onlyTeam());
      if (joined) {
        forgetInvitation();
        return leaveTo(`/teams/${joined}`);
      }
      const message = error instanceof ApiError ? refusals[error.code] : undefined;
      setPending(false);
      if (!message) return setState({ step: "failed", error });
      forgetInvitation();
      setState({ step: "refused", message });
    }
  }

  switch (state.step) {
    case "looking":
      return <Frame about="Loading the invitation…" />;
    case "no-token":
      return (
        <Frame about="This link is incomplete. Copy the full link and open it again.">
          <ToVault />
        </Frame>
      );
    case "refused":
      return (
        <Frame about={<ErrorNote error={state.message} />}>
          <ToVault />
        </Frame>
      );
    case "failed": {
      const missingFactor = state.error instanceof ApiError && state.error.code === "SECOND_FACTOR_MISSING";
      return (
        <Frame about={<ErrorNote error={describeError(state.error).message} />}>
          {missingFactor ? (
            <Link href="/settings" className={buttonStyle({ variant: "primary", size: "large" })}>
              Set up a second factor
            </Link>
          ) : (
            <Button variant="primary" size="large" onClick={() => window.location.reload()}>
              Try again
            </Button>
          )}
        </Frame>
      );
    }
    case "signed-out":
      return (
        <Frame about="You were invited to a team’s vault. Sign in to join it.">
          <Link href={`/login?from=${invitationPath}`} className={buttonStyle({ variant: "primary", size: "large" })}>
            Sign in
          </Link>
          {canRegister && (
            <Link href={`/register?from=${invitationPath}`} className={buttonStyle({ size: "large" })}>
              Create an account
            </Link>
          )}
        </Frame>
      );
    case "signed-in": {
      const { name, email } = state.user;
      return (
        <Frame
          about={
            <>
              You were invited to a team’s vault. You are signed in as{" "}
              <strong className="font-semibold break-all">
                {isPlaceholderEmail(email) ? (name ?? "yourself") : email}
              </strong>
              .
            </>
          }
        >
          <Button variant="primary" size="large" pending={pending} onClick={() => void join()}>
            Join the team
          </Button>
        </Frame>
      );
    }
  }
}

function Frame({ about, children }: { about: ReactNode; children?: ReactNode }) {
  return (
    <>
      <h1 className="text-2xl">Join a team</h1>
      <div role="status" className="mt-1 mb-6 min-h-10 text-sm text-muted">
        {about}
      </div>
      <div className="grid gap-3">{children}</div>
    </>
  );
}

function ToVault() {
  return (
    <Link href="/" className={buttonStyle({ size: "large" })}>
      Go to my vault
    </Link>
  );
}
