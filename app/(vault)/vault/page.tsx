import type { Metadata } from "next";
import { Vault } from "./vault";

export const metadata: Metadata = { title: "Vault" };

export default function VaultPage() {
  return <Vault />;
}
