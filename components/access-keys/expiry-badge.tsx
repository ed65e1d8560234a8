import { Badge, type Tone } from "@/components/ui/badge";
import type { AccessKey } from "@/lib/contracts/access-keys";
import { exactTime, expiryOf, type Expiry } from "./dates";

const tones: Record<Expiry["state"], Tone> = { never: "neutral", later: "neutral", soon: "warning", expired: "danger" };

export function ExpiryBadge({ accessKey }: { accessKey: AccessKey }) {
  const { state, text } = expiryOf(accessKey);
  return (
    <Badge tone={tones[state]}>
      {accessKey.expiresAt ? <time dateTime={accessKey.expiresAt} title={exactTime(accessKey.expiresAt)}>{text}</time> : text}
    </Badge>
  );
}
