import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/buttons/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Session } from "@/lib/contracts/people/sessions";

const methods: Record<Session["method"], string> = { password: "Password", oidc: "Single sign-on", passkey: "Passkey" };

function SessionRow({ session, pending, onEnd }: { session: Session; pending: boolean; onEnd: () => void }) {
  const { device, address, method, current, lastSeenAt, createdAt } = session;
  return (
    <li className="flex items-center gap-3 py-2.5 pr-2 pl-4 sm:pr-3">
      <div className="min-w-0 flex-1 space-y-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="min-w-0 break-words">{device}</span>
          {current && <Badge tone="accent">This session</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-muted">
          <span>{methods[method]}</span>
          {address && <code className="font-mono break-all">{address}</code>}
          <span>
            Last seen <RelativeTime timestamp={lastSeenAt} />
          </span>
          <span>
            Signed in <RelativeTime timestamp={createdAt} />
          </span>
        </p>
      </div>
      {!current && (
        <Button
          size="small"
          variant="danger-quiet"
          aria-label={`Sign out ${device}${address ? `, ${address}` : ""}`}
          pending={pending}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

export default function SessionList({
  sessions,
  ending,
  onEnd,
}: {
  sessions: readonly Session[];
  /** The one that is being ended. */ ending: string | undefined;
  onEnd: (session: Session) => void;
}) {
  return (
    <ul aria-label="Sessions" className="divide-y divide-line">
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} pending={ending === session.id} onEnd={() => onEnd(session)} />
      ))}
    </ul>
  );
}
