import type { Page } from "@playwright/test";
import { listEntries, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { api } from "./browser-actors";

/**
 * The project billing of the signed-in user: three variables in two environments, of which production lacks one field
 * and staging has nothing, and an env project with one link, one copy and one former value.
 */
export async function aProject(page: Page, teamId?: string): Promise<void> {
  const vault = api(page, undefined, teamId);
  const stripe = await vault.aCategory();
  const sentry = await vault.aCategory({ name: "Sentry", envVarName: "SENTRY_DSN", icon: "sentry" });
  const database = await vault.aCategory({ name: "PostgreSQL", keyType: "group", envVarName: null, icon: null });
  await vault.anEntry(stripe.id, { environment: "development", value: "sk_dev_not_real" });
  const live = await vault.anEntry(stripe.id, { environment: "production", value: "sk_former_not_real" });
  await vault.call(updateEntry, { params: { id: live.id }, body: { value: "sk_live_not_real" } });
  await vault.anEntry(sentry.id, { environment: "development", value: "dsn_not_real" });
  await vault.anEntry(database.id, { environment: "development", value: '{"PGUSER":"ada","PGHOST":"dev"}' });
  await vault.anEntry(database.id, { environment: "production", value: '{"PGUSER":"ada_live"}' });
  const { data: project } = await vault.call(createEnvProject, { body: { name: "billing" } });
  await vault.call(saveEnvFile, {
    params: { id: project.id },
    body: {
      fileType: "env.production",
      content: "A=svc://Stripe/billing/production\nB=sk_former_not_real\nC=sk_dev_not_real\nD=only_here\n",
    },
  });
}

/** That project's production key, which is due tomorrow; its id. */
export async function aDueKey(page: Page, teamId?: string): Promise<string> {
  const vault = api(page, undefined, teamId);
  const live = (await vault.call(listEntries)).find(
    ({ environment, category }) => environment === "production" && category.name === "Stripe",
  );
  const id = live?.id ?? "";
  const body = { rotateEveryDays: 1, notes: "Made at https://keys.example.com/billing." };
  await vault.call(updateEntry, { params: { id }, body });
  return id;
}
