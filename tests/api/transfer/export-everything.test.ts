import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access/access-keys";
import { getKeyExposure } from "@/lib/contracts/access/activity";
import { updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, saveEnvFile } from "@/lib/contracts/vault/envs";
import { Everything, exportEverything } from "@/lib/contracts/vault/everything";
import { scopes } from "@/lib/contracts/access/scopes";
import { createTwoFactorToken } from "@/lib/contracts/vault/two-factor";
import { toldTo } from "../../support/callers/activity";
import { type Actor, aUser, withKey } from "../../support/callers/actors";
import { anEntry } from "../../support/rows/fixtures";

/** A vault with five values, one of them a former one. */
async function fiveValues(session: Actor) {
  const entry = await anEntry(session, { value: "canary-first" });
  await session.call(updateEntry, { params: { id: entry.id }, body: { value: "canary-second" } });
  const group = await anEntry(session, { keyType: "group", value: '{"A":"canary-group"}' });
  await session.call(createTwoFactorToken, {
    body: { service: "Git Hub", accountName: "ada@example.com", secret: "JBSWY3DPEHPK3PXP" },
  });
  const { data: project } = await session.call(createEnvProject, { body: { name: "billing" } });
  await session.call(saveEnvFile, {
    params: { id: project.id },
    body: { fileType: "env", content: "A=canary-file\n" },
  });
  return { entry, group };
}

describe("POST /api/export/everything", () => {
  test("holds every value, the former ones and the secrets of tokens, as the document that its schema describes", async () => {
    const { session } = await aUser();
    const { entry } = await fiveValues(session);
    const document = Everything.parse(await session.call(exportEverything));
    expect(document.entries.find(({ id }) => id === entry.id)).toMatchObject({
      value: "canary-second",
      former: [{ value: "canary-first" }],
    });
    expect(document.entries.map(({ value }) => value)).toContainEqual({ A: "canary-group" });
    expect(document.twoFactor.map(({ uri }) => uri)).toEqual([
      "otpauth://totp/Git%20Hub:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Git%20Hub&algorithm=SHA1&digits=6&period=30",
    ]);
    expect(document.envFiles).toMatchObject([{ project: "billing", fileType: "env", content: "A=canary-file\n" }]);
    expect(document.unreadable).toEqual([]);
  });

  test("is recorded as one export and value by value, and what left by a key is listed for it", async () => {
    const { session } = await aUser();
    const { entry, group } = await fiveValues(session);
    const made = await session.call(createAccessKey, { body: { name: "move", scopes: [...scopes] } });
    await withKey(made.key).call(exportEverything);
    expect((await toldTo(session))[0]).toMatchObject({ action: "vault.export", actor: { keyId: made.id } });
    const told = await Promise.all(
      (["entry.export", "two-factor-token.export", "env-file.export"] as const).map((action) =>
        toldTo(session, action),
      ),
    );
    expect(told.map(({ length }) => length)).toEqual([3, 1, 1]);
    const seen = await session.call(getKeyExposure, { params: { id: made.id } });
    expect(seen.map(({ object }) => object.id)).toEqual(expect.arrayContaining([entry.id, group.id]));
    expect(seen.map(({ object }) => object.kind).sort()).toEqual(["entry", "entry", "env-file", "two-factor-token"]);
  });

  test("counts each value against a key's budget: nothing leaves if one is too many", async () => {
    const { session } = await aUser();
    await fiveValues(session);
    const keyWith = async (revealsPerDay: number) =>
      withKey((await session.call(createAccessKey, { body: { name: "CI", scopes: [...scopes], revealsPerDay } })).key);
    await expect((await keyWith(4)).call(exportEverything)).rejects.toMatchObject({ code: "REVEALS_SPENT" });
    const key = await keyWith(5);
    expect((await key.call(exportEverything)).entries).toHaveLength(2);
    await expect(key.call(exportEverything)).rejects.toMatchObject({ code: "REVEALS_SPENT" });
  });
});
