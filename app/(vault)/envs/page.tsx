import type { Metadata } from "next";
import { EnvProjects } from "@/components/envs/env-projects";

export const metadata: Metadata = { title: "Env projects" };

export default function EnvProjectsPage() {
  return <EnvProjects />;
}
