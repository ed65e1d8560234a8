import type { Metadata } from "next";
import { projectInPath } from "@/lib/client/vaults/project-path";
import { ProjectRoute } from "./project-route";

type Props = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: projectInPath((await params).name) ?? "Project" };
}

/** The name is the address; whether there is such a project, the browser asks the API. */
export default async function ProjectOfAddress({ params }: Props) {
  return <ProjectRoute name={projectInPath((await params).name)} />;
}
