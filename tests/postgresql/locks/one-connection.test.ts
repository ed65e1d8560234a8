import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newRecord, personAs } from "@/lib/auth/activity/activity";
import { deliver } from "@/lib/mail/deliver";
import type { Runtime } from "@/lib/runtime";
import { requestFacts } from "../../support/callers/request-facts";
import { openOwnRuntime } from "../../support/vaults/own-runtime";

// With a single connection, whoever asks for a second one while they hold it waits in vain.
let vault: Runtime & { close(): Promise<void> };
beforeAll(async () => {
  vault = await openOwnRuntime({ SMTP_URL: "smtp://localhost:1", MAIL_FROM: "vault@example.com" }, "max=1");
});
afterAll(() => vault.close());

test("a mail about a sign-in with a new browser is made over one connection", async () => {
  const { id: owner } = await vault.db.user.create({ data: { email: `${randomUUID()}@example.com` } });
  for (const browser of ["Firefox/140.0", "Chrome/140.0"])
    await vault.writes.record([
      newRecord({
        owner,
        action: "session.sign-in",
        actor: personAs(owner, null),
        request: { ...requestFacts(), userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${browser}` },
      }),
    ]);
  const queued = () => vault.db.mail.findMany({ where: { userId: owner }, orderBy: { createdAt: "asc" } });
  const records = await queued();
  expect(records).toHaveLength(2);
  for (const { id } of records) await deliver(id, { now: Date.now });
  // The first sign-in of an account tells nobody anything. The second one's mail waits to be sent.
  const notices = await queued();
  expect(notices).toHaveLength(1);
  expect(records.map(({ id }) => id)).not.toContain(notices[0]?.id);
});
