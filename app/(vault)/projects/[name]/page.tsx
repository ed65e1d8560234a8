import type { Metadata } from "next";
import { ProjectPage } from "@/components/projects/project-page";
import { projectInPath } from "@/lib/client/project-path";

type Props = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: projectInPath((await params).name) ?? "Project" };
}

/** The name is the address; whether there is such a project, the browser asks the API. */
export default async function ProjectRoute({ params }: Props) {
  return <ProjectPage name={projectInPath((await params).name)} />;
}
