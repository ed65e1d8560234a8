import { Badge, type Tone } from "@/components/ui/badge";
import { exactTime } from "@/lib/client/words/dates";
import type { AccessKey } from "@/lib/contracts/access/access-keys";
import { expiryOf, type Expiry } from "./limits/expiry";

const tones: Record<Expiry["state"], Tone> = { never: "neutral", later: "neutral", soon: "warning", expired: "danger" };

export function ExpiryBadge({ accessKey }: { accessKey: AccessKey }) {
  const { state, text } = expiryOf(accessKey);
  return (
    <Badge tone={tones[state]}>
      {accessKey.expiresAt ? (
        <time dateTime={accessKey.expiresAt} title={exactTime(accessKey.expiresAt)}>
          {text}
        </time>
      ) : (
        text
      )}
    </Badge>
  );
}
