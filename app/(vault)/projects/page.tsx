import type { Metadata } from "next";
import { ProjectsPage } from "@/components/projects/list/projects-page";

export const metadata: Metadata = { title: "Projects" };

export default function ProjectsRoute() {
  return <ProjectsPage />;
}
