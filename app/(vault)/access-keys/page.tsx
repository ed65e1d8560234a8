import type { Metadata } from "next";
import { AccessKeys } from "@/components/access-keys/access-keys";

export const metadata: Metadata = { title: "Access keys" };

export default function AccessKeysPage() {
  return <AccessKeys />;
}
