import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { GET } from "@/app/api/envs/[id]/route";
import { call } from "@/lib/client/http/call";
import { getEnvProject } from "@/lib/contracts/envs";
import { ProjectPage } from "./project-page";

type Props = { params: Promise<{ id: string; teamId?: string }> };

/**
 * The project's name, for the tab and the first rendering; the browser requests everything else. The page reads it
 * through the route, like the browser, with all of the route's checks: a page must not show what the API refuses.
 */
const nameOf = cache(async (id: string, teamId: string | undefined): Promise<string | null> => {
  const cookie = (await headers()).get("cookie");
  if (!cookie) return null;
  // The route runs in this process, so the address is never looked up.
  const options = {
    baseUrl: "http://vault.invalid",
    headers: { cookie, ...(teamId !== undefined && { "X-Team-Id": teamId }) },
    fetch: ((url: string, init) => GET(new Request(url, init), { params: Promise.resolve({ id }) })) as typeof fetch,
  };
  return call(getEnvProject, { params: { id } }, options).then(
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
