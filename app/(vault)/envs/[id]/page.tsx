import type { Metadata } from "next";
import { cache } from "react";
import { call } from "@/lib/client/http/call";
import { getEnvProject } from "@/lib/contracts/vault/envs";
import { asThisPerson } from "@/lib/pages/vault";
import { ProjectPage } from "./project-page";

type Props = { params: Promise<{ id: string; teamId?: string }> };

/**
 * The project's name, for the tab and the first rendering; the browser requests everything else. The page asks the API
 * for it, like the browser: a page must not show what the API refuses.
 */
const nameOf = cache(async (id: string, teamId: string | undefined): Promise<string | null> => {
  const person = await asThisPerson();
  if (!person) return null;
  const headers = { ...person.headers, ...(teamId !== undefined && { "X-Team-Id": teamId }) };
  return call(getEnvProject, { params: { id } }, { ...person, headers }).then(
    ({ data }) => data.name,
    () => null,
  );
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, teamId } = await params;
  return { title: (await nameOf(id, teamId)) ?? "Env project" };
}

export default async function EnvProjectPage({ params }: Props) {
  const { id, teamId } = await params;
  return <ProjectPage id={id} name={await nameOf(id, teamId)} />;
}
