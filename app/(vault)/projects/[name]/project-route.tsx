"use client";

import { ProjectPage } from "@/components/projects/project-page";
import { activityOf } from "../../activity-of";

/** A project's page combines its variables and the activity of each, which are separate features. */
export const ProjectRoute = ({ name }: { name: string | null }) => <ProjectPage name={name} activityOf={activityOf} />;
