import type { Metadata } from "next";
import { EnvProject } from "@/components/envs/env-project";

export const metadata: Metadata = { title: "Env project" };

export default async function EnvProjectPage({ params }: { params: Promise<{ id: string }> }) {
  return <EnvProject id={(await params).id} />;
}
