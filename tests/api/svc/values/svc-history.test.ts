import { describe, expect, test } from "vitest";
import { revealEntry, updateEntry } from "@/lib/contracts/vault/entries";
import { createEnvProject, revealEnvFile, saveEnvFile } from "@/lib/contracts/vault/envs";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { startHoldingProxy } from "../../../support/programs/holding-proxy";
import { svcWith } from "../../../support/programs/svc";

async function aCaller() {
  const { key, accessKey } = await aUserWithKey();
  return { key, accessKey: accessKey.key, svc: svcWith(sharedBaseUrl(), accessKey.key) };
}

describe("svc history and svc restore", () => {
  test("list an entry's values without showing them, and bring one back", async () => {
    const { key, svc } = await aCaller();
    const { id } = await anEntry(key, { keyType: "group", value: '{"A":"first-not-real","B":"1"}' });
    await key.call(updateEntry, { params: { id }, body: { value: '{"A":"second-not-real"}' } });
    const { code, stdout } = await svc(["history", "A"]);
    const lines = stdout.trimEnd().split("\n");
    expect([code, lines.length]).toEqual([0, 3]);
    expect(lines[1]).toMatch(/^2 \(current\) +\d{4}-\d\d-\d\d \d\d:\d\d UTC .* A$/);
    expect(lines[2]).toMatch(/^1 .* A,B$/);
    expect(stdout).not.toContain("not-real");
    expect(JSON.parse((await svc(["history", "A", "--json"])).stdout)).toMatchObject([
      { version: 2, current: true, names: ["A"] },
      { version: 1, current: false, names: ["A", "B"] },
    ]);
    expect(await svc(["restore", "A", "--version", "1"])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/has the value of version 1 again\.\n$/) as string,
    });
    expect(await svc(["restore", "A", "--version", "3"])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/already has that value: nothing was changed\.\n$/) as string,
    });
    expect((await key.call(revealEntry, { params: { id } })).value).toEqual({ A: "first-not-real", B: "1" });
  });

  test("do the same for an env file", async () => {
    const { key, svc } = await aCaller();
    const { data: project } = await key.call(createEnvProject, { body: { name: "shop" } });
    const params = { id: project.id };
    await key.call(saveEnvFile, { params, body: { fileType: "env.local", content: "A=not-real\n" } });
    const { data: file } = await key.call(saveEnvFile, {
      params,
      body: { fileType: "env.local", content: "B=not-real\n" },
    });
    const of = ["--file", ".env.local", "-p", "shop"];
    const { stdout } = await svc(["history", ...of]);
    expect(
      stdout
        .split("\n")
        .slice(1)
        .map((line) => line.split(/\s+/).at(-1)),
    ).toEqual(["B", "A", ""]);
    expect(stdout).not.toContain("not-real");
    expect(await svc(["restore", "--version", "1", ...of])).toMatchObject({ code: 0 });
    const { data } = await key.call(revealEnvFile, { params: { id: project.id, fileId: file.id } });
    expect(data.content).toBe("A=not-real\n");
  });

  test("say where a name is set that the selection does not have", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { environment: "production" });
    const calls = [
      ["history"],
      ["restore", "--version", "1"],
      ["get"],
      ["share"],
      ["rotate", "--yes"],
      ["rm", "--yes"],
    ];
    for (const call of calls)
      expect([call, await svc([...call, "STRIPE_SECRET_KEY", "-e", "staging"])]).toEqual([
        call,
        expect.objectContaining({
          code: 1,
          stdout: "",
          stderr:
            "svc: No entry sets STRIPE_SECRET_KEY in staging. Choose with --project or --env:\n  Stripe — billing (production)\n",
        }),
      ]);
    expect((await svc(["get", "NOPE", "-p", "billing"])).stderr).toBe(
      "svc: No entry sets NOPE in billing: svc ls lists what there is.\n",
    );
  });

  test("refuse what is not there, and a number that is none", async () => {
    const { key, svc } = await aCaller();
    await anEntry(key, { category: { envVarName: "TOKEN" } });
    expect(await svc(["restore", "TOKEN", "--version", "7"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^svc: Version not found/) as string,
    });
    for (const version of ["0", "x", "1.5", "-1"])
      expect(await svc(["restore", "TOKEN", `--version=${version}`])).toMatchObject({ code: 2 });
    expect(await svc(["restore", "TOKEN"])).toMatchObject({ code: 2 });
    expect(await svc(["history", "OTHER"])).toMatchObject({ code: 1 });
    expect(await svc(["history", "--file", "env", "-p", "nowhere"])).toMatchObject({ code: 1 });
    expect(await svc(["history", "TOKEN", "--file", "env", "-p", "nowhere"])).toMatchObject({ code: 2 });
  });

  test("restore nothing over what others wrote in the meantime", async () => {
    const { key, accessKey } = await aCaller();
    const { id } = await anEntry(key, { value: "first", category: { envVarName: "TOKEN" } });
    await key.call(updateEntry, { params: { id }, body: { value: "second" } });
    const proxy = await startHoldingProxy(sharedBaseUrl());
    const held = proxy.hold("request", "POST", `/api/entries/${id}/versions/1/restore`);
    void held.arrived
      .then(() => key.call(updateEntry, { params: { id }, body: { value: "theirs" } }))
      .finally(held.release);
    const { code, stderr } = await svcWith(proxy.url, accessKey)(["restore", "TOKEN", "--version", "1"]);
    await proxy.end();
    expect([code, stderr]).toEqual([1, expect.stringContaining("was changed in the meantime")]);
    expect((await key.call(revealEntry, { params: { id } })).value).toBe("theirs");
  });
});
