import type { Metadata } from "next";
import { ProjectPage } from "./project-page";

export const metadata: Metadata = { title: "Env project" };

export default async function EnvProjectPage({ params }: { params: Promise<{ id: string }> }) {
  return <ProjectPage id={(await params).id} />;
}
