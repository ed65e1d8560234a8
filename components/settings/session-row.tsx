import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { SkeletonText } from "@/components/ui/skeleton";
import type { Session } from "@/lib/contracts/sessions";

const methods: Record<Session["method"], string> = { password: "Password", oidc: "Single sign-on", passkey: "Passkey" };

export function SessionRow({ session, pending, onEnd }: { session: Session; pending: boolean; onEnd: () => void }) {
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

/** A placeholder for the current session's row, which always exists. */
export function SessionRowSkeleton() {
  return (
    <div role="status" className="space-y-0.5 py-2.5 pr-2 pl-4 sm:pr-3">
      <span className="sr-only">Loading sessions</span>
      <p className="text-sm">
        <SkeletonText text="A browser on a device" />
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
        {["Password", "127.0.0.1", "Last seen just now", "Signed in just now"].map((text) => (
          <SkeletonText key={text} text={text} />
        ))}
      </p>
    </div>
  );
}
