import { Badge, type Tone } from "@/components/ui/badge";
import { environmentLabels } from "@/lib/client/words/labels";
import type { Environment } from "@/lib/contracts/primitives";

const tones: Record<Environment, Tone> = { development: "neutral", staging: "accent", production: "warning" };

export function EnvironmentBadge({ environment }: { environment: Environment | null }) {
  return environment && <Badge tone={tones[environment]}>{environmentLabels[environment]}</Badge>;
}
