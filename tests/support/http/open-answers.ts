import { listAccessKeys } from "@/lib/contracts/access/access-keys";
import { contracts } from "@/lib/contracts";
import { listCategories } from "@/lib/contracts/vault/categories";
import { listEntries } from "@/lib/contracts/vault/entries";
import { getEnvProject, listEnvProjects } from "@/lib/contracts/vault/envs";
import { listTeams } from "@/lib/contracts/people/teams";
import { listWebhooks } from "@/lib/contracts/access/webhooks";
import type { Actor } from "../callers/actors";

/** What may be read of a vault without revealing a value: all that its GETs answer, the activity's export among them. */
export async function openAnswers(session: Actor): Promise<string> {
  const starts = await startsOf(session);
  const answers = [];
  for (const { path, method, plaintext, streamed } of contracts) {
    if (method !== "GET" || plaintext) continue;
    for (const address of starts.flatMap(([template, ids]) => filled(path, template, ids)))
      for (const accept of streamed ? ["application/json", "application/x-ndjson"] : ["application/json"])
        answers.push(await (await session.fetch(`/api${address}`, { headers: { Accept: accept } })).text());
  }
  return answers.join("\n");
}

/** The beginnings of paths, and the ids that belong there. */
async function startsOf(session: Actor): Promise<[template: string, ids: Record<string, string>][]> {
  const projects = await session.call(listEnvProjects);
  const files = await Promise.all(
    projects.data.map(async ({ id }) =>
      (await session.call(getEnvProject, { params: { id } })).data.files.map((file) => ({ id, fileId: file.id })),
    ),
  );
  const of = (template: string, rows: readonly { id: string }[]) =>
    rows.map(({ id }): [string, Record<string, string>] => [template, { id }]);
  return [
    ["", {}],
    ...of("/categories/{id}", await session.call(listCategories)),
    ...of("/entries/{id}", await session.call(listEntries)),
    ...of("/envs/{id}", projects.data),
    ...files.flat().map((ids): [string, Record<string, string>] => ["/envs/{id}/files/{fileId}", ids]),
    ...of("/access-keys/{id}", await session.call(listAccessKeys)),
    ...of("/webhooks/{id}", await session.call(listWebhooks)),
    ...of("/teams/{id}", await session.call(listTeams)),
  ];
}

/** The path with its ids, if it begins so and has no others. */
function filled(path: string, template: string, ids: Record<string, string>): string[] {
  if (!path.startsWith(template)) return [];
  const address = path.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
  return address.includes("{") || (template !== "" && !path.includes("{")) ? [] : [address];
}
