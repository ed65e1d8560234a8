import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { authenticateSession } from "@/lib/auth/session";
import { envProjectName } from "@/lib/services/envs";
import { ProjectPage } from "./project-page";

type Props = { params: Promise<{ id: string }> };

/** Its name for the tab and for the first thing drawn; all else, and why there is none, comes by the API. */
const nameOf = cache(async (id: string): Promise<string | null> => {
  try {
    const session = await authenticateSession((await headers()).get("cookie"));
    return session && (await envProjectName(session, id));
  } catch {
    return null;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await nameOf((await params).id)) ?? "Env project" };
}

export default async function EnvProjectPage({ params }: Props) {
  const { id } = await params;
  return <ProjectPage id={id} name={await nameOf(id)} />;
}
