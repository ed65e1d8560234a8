import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createAccessKey } from "@/lib/contracts/access-keys";
import { createEnvProject } from "@/lib/contracts/envs";
import { aUserWithKey, sharedBaseUrl } from "../../support/actors";
import { anEntry } from "../../support/fixtures";
import { ownVaults } from "../../support/vaults/own-vaults";
import { svcWith } from "../../support/programs/svc";

const { aFolder } = ownVaults();

async function aCaller() {
  const user = await aUserWithKey();
  return { ...user, svc: svcWith(sharedBaseUrl(), user.accessKey.key) };
}

describe("a selection without any value", () => {
  test("starts nothing, and names what exists: first the same project's other environments", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { name: "web", environment: "staging" });
    await anEntry(key, { name: "billing", environment: "staging" });
    await anEntry(key, { name: "billing", category: { name: "Other", envVarName: "OTHER" } });
    const started = path.join(aFolder(), "started");
    expect(await svc(["run", "-p", "billing", "-e", "production", "--", "touch", started])).toEqual({
      code: 1,
      signal: null,
      stdout: "",
      stderr: expect.stringMatching(
        /^svc: No variable is in billing, production\. There is billing( \(staging\), billing|, billing \(staging\)), web \(staging\)\. Add --allow-empty if none is right\.\n$/,
      ),
    });
    expect(existsSync(started)).toBe(false);
    expect(await svc(["run", "-p", "nosuch", "--allow-empty", "--", "printf", "ran"])).toMatchObject({
      code: 0,
      stdout: "ran",
    });
  });

  test("says so if there are only documents, or nothing at all", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { keyType: "ssh" });
    expect(await svc(["run", "--", "true"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No variable is in every project. There are none yet."),
    });
  });

  test("points at svc pull if it is an env project's name; a key without the scope says so", async () => {
    const { key, session, svc } = await aCaller();
    await anEntry(key, { name: "billing" });
    await key.call(createEnvProject, { body: { name: "web" } });
    expect(await svc(["run", "-p", "web", "--", "true"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        "There is billing. web is an env project: svc pull --project web writes its files.",
      ),
    });
    const { key: exportKey } = await session.call(createAccessKey, { body: { name: "ci", scopes: ["export:read"] } });
    const { code, stderr } = await svcWith(sharedBaseUrl(), exportKey)(["export", "-p", "web"]);
    expect([code, stderr]).toEqual([
      1,
      "svc: No variable is in web. With the scope entries:read, svc ls lists what there is. If web is an env project: svc pull --project web writes its files. Add --allow-empty if none is right.\n",
    ]);
  });

  test.each(["dotenv", "next", "shell", "compose", "docker", "json", "github"])(
    "exports nothing as %s and leaves the file unchanged",
    async (format) => {
      const { key, svc } = await aCaller();
      await anEntry(key, { name: "billing" });
      const file = path.join(aFolder(), "out.env");
      writeFileSync(file, "KEPT=1\n");
      for (const args of [["-o", file], []])
        expect(await svc(["export", "-f", format, "-p", "nosuch", ...args])).toMatchObject({
          code: 1,
          stdout: "",
          stderr: expect.stringContaining("There is billing."),
        });
      expect(await svc(["export", "-f", format, "-p", "nosuch", "-o", file, "--allow-empty"])).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("was left as it is"),
      });
      expect(readFileSync(file, "utf8")).toBe("KEPT=1\n");
      expect(await svc(["export", "-f", format, "-p", "nosuch", "-o", `${file}.new`, "--allow-empty"])).toMatchObject({
        code: 0,
        stderr: "",
      });
      expect(readFileSync(`${file}.new`, "utf8")).toBe(format === "json" ? "{}\n" : "");
    },
  );
});
