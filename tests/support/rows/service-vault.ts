import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/auth/caller";
import type { RequestContext } from "@/lib/auth/context";
import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Environment, KeyType } from "@/lib/contracts/primitives";
import type { Runtime } from "@/lib/runtime";
import { createCategory } from "@/lib/services/entries/categories";
import { createEntry } from "@/lib/services/entries/entries";
import { saveEnvFile } from "@/lib/services/envs/env-files";
import { createEnvProject } from "@/lib/services/envs/envs";

/** A new user's vault, written through the services in the test's own process. */
export async function aServiceVault({ db }: Pick<Runtime, "db">) {
  const { id: userId } = await db.user.create({ data: { email: randomUUID() } });
  const caller: Caller = { kind: "session", userId, sessionId: randomUUID(), provenAt: new Date() };
  const ctx: RequestContext = { caller };
  const category = async (name: string, keyType: KeyType = "simple") =>
    (await createCategory(ctx, { name, keyType, envVarName: keyType === "simple" ? "A" : null })).id;
  const entry = async (
    categoryId: string,
    name: string,
    value: string,
    environment: Environment | null = null,
  ): Promise<string> => (await createEntry(ctx, { categoryId, name, value, environment })).id;
  const project = async (name = "billing") => (await createEnvProject(ctx, { name })).id;
  const file = async (projectId: string, content: string, fileType: EnvFileType = "env") =>
    (await saveEnvFile(ctx, projectId, { fileType, content })).file.id;
  return { ctx, userId, category, entry, project, file };
}
export type ServiceVault = Awaited<ReturnType<typeof aServiceVault>>;
