import type { Metadata } from "next";
import { AccessKeys } from "@/components/access-keys/access-keys";
import { TrustRulesCard } from "@/components/trust-rules/trust-rules-card";

export const metadata: Metadata = { title: "Access keys" };

export default function AccessKeysPage() {
  return (
    <AccessKeys>
      <TrustRulesCard />
    </AccessKeys>
  );
}
