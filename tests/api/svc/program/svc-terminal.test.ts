import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listEntries } from "@/lib/contracts/vault/entries";
import { createEnvProject, listEnvProjects, saveEnvFile } from "@/lib/contracts/vault/envs";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { svc } from "../../../support/programs/svc";
import { svcOnTerminal } from "../../../support/programs/svc-terminal";

const { aFolder } = ownVaults();

/** A person at a terminal, in their own folder. */
async function aPerson() {
  const user = await aUserWithKey();
  const folder = aFolder();
  const env = { HOME: folder, SVC_URL: sharedBaseUrl(), SVC_ACCESS_KEY: user.accessKey.key };
  return {
    ...user,
    env,
    folder,
    file: (name: string) => path.join(folder, name),
    ask: (args: string[], ...answers: [question: string, answer: string][]) =>
      svcOnTerminal(args, answers, { env, cwd: folder }),
  };
}

describe("svc login on a terminal", () => {
  test("asks for the address and for the key without showing it, and stores both", async () => {
    const { key, accessKey, folder } = await aPerson();
    await anEntry(key);
    const { code, shown } = await svcOnTerminal(
      ["login"],
      [
        ["The vault's address: ", sharedBaseUrl()],
        ["Access key (not shown): ", accessKey.key],
      ],
      { env: { HOME: folder } },
    );
    expect([code, shown.includes(accessKey.key)]).toEqual([0, false]);
    expect(shown).toMatch(
      /^The vault's address: http\S+\nAccess key \(not shown\): \nsvc: http\S+ accepts the key\. It is stored in \S+credentials\.json\.\n$/,
    );
    expect(await svc(["get", "STRIPE_SECRET_KEY"], { env: { HOME: folder } })).toMatchObject({
      code: 0,
      stdout: "sk_test_not_a_real_key",
    });
  });

  test("asks only for the key if the address is given, and stores no key that the vault refuses", async () => {
    const { folder } = await aPerson();
    const { code, shown } = await svcOnTerminal(
      ["login", "--url", sharedBaseUrl()],
      [["Access key (not shown): ", "svc_mistyped"]],
      { env: { HOME: folder } },
    );
    expect([code, shown.includes("address"), shown.includes("mistyped")]).toEqual([4, false, false]);
    expect(existsSync(path.join(folder, ".config"))).toBe(false);
  });
});

describe("svc set on a terminal", () => {
  test("asks for the value without showing it", async () => {
    const { ask, session } = await aPerson();
    const value = "it's not-a-real \\ $value é";
    const { code, shown } = await ask(["set", "API_KEY", "-p", "billing"], ["Value of API_KEY (not shown): ", value]);
    expect([code, shown]).toEqual([0, "Value of API_KEY (not shown): \nsvc: API_KEY was created.\n"]);
    expect(await session.call(listEntries)).toHaveLength(1);
    expect((await ask(["get", "API_KEY"])).shown).toBe(`${value}\n`);
  });

  test("accepts a paste of several lines if the terminal marks its beginning and end", async () => {
    const { ask } = await aPerson();
    const { code, shown, pasteModes } = await ask(
      ["set", "TLS_KEY", "-p", "billing"],
      ["(not shown): ", "\u001b[200~-----BEGIN X-----\rbm90IHJlYWw=\r-----END X-----\r\u001b[201~"],
    );
    expect([code, shown, pasteModes]).toEqual([
      0,
      "Value of TLS_KEY (not shown): \nsvc: TLS_KEY was created.\n",
      ["h", "l"],
    ]);
    expect((await ask(["get", "TLS_KEY"])).shown).toBe("-----BEGIN X-----\nbm90IHJlYWw=\n-----END X-----\n\n");
  });

  test("refuses several lines at once if the terminal does not", async () => {
    const { ask, session } = await aPerson();
    const { code, shown } = await ask(
      ["set", "TLS_KEY", "-p", "billing"],
      ["(not shown): ", "-----BEGIN X-----\rbm90IHJlYWw=\r-----END X-----"],
    );
    expect([code, shown]).toEqual([
      1,
      "Value of TLS_KEY (not shown): \nsvc: Several lines came at once, and this terminal does not mark them as one paste: nothing was stored. Put them into a file that only you can read, and pass it with < FILE.\n",
    ]);
    expect(await session.call(listEntries)).toEqual([]);
  });

  test.each([
    ["nothing", "", 2, "The value is empty"],
    ["Ctrl-D", "\u0004", 1, "Nothing was entered"],
    ["Ctrl-C", "\u0003", 1, "Nothing was entered"],
  ])("%s stores nothing", async (_, typed, exitCode, words) => {
    const { ask, session } = await aPerson();
    const { code, shown } = await ask(["set", "API_KEY", "-p", "billing"], ["(not shown): ", typed]);
    expect([code, shown.includes(words)]).toEqual([exitCode, true]);
    expect(await session.call(listEntries)).toEqual([]);
  });
});

describe("a signal", () => {
  test.each(["SIGHUP", "SIGQUIT", "SIGTERM"] as const)(
    "%s at a hidden question leaves the terminal as it was",
    async (signal) => {
      const { env, folder } = await aPerson();
      const asking = svcOnTerminal(["set", "API_KEY", "-p", "billing"], [["(not shown): ", { signal }]], {
        env,
        cwd: folder,
      });
      const { shown, pasteModes } = await asking;
      expect([shown, pasteModes]).toEqual(["Value of API_KEY (not shown): \n", ["h", "l"]]);
    },
  );

  const script = (body: string) => ["run", "--allow-empty", "--", process.execPath, "-e", body];

  test("SIGHUP reaches the command of svc run on a terminal: one that goes away sends it to the first process alone", async () => {
    const { env, folder } = await aPerson();
    const body = `process.on("SIGHUP", () => process.exit(42)); setTimeout(() => process.exit(9), 20_000); console.log("ready")`;
    const { code } = await svcOnTerminal(script(body), [["ready", { signal: "SIGHUP" }]], { env, cwd: folder });
    expect(code).toBe(42);
  });

  test("Ctrl-C reaches the command once, wherever its input and output lead", async () => {
    const { env, folder } = await aPerson();
    // What svc passes on comes in order, so a second interruption would be there before the other signal.
    const body = `let count = 0; process.on("SIGINT", () => { count += 1; process.kill(process.ppid, "SIGUSR2"); }); process.on("SIGUSR2", () => process.exit(40 + count)); setTimeout(() => process.exit(9), 20_000); console.error("ready")`;
    const { code } = await svcOnTerminal(script(body), [["ready", "\u0003"]], {
      env,
      cwd: folder,
      redirected: "< /dev/null > /dev/null",
    });
    expect(code).toBe(41);
  });
});

describe("a question before anything is overwritten", () => {
  const no = [
    ["no", "n"],
    ["nothing", ""],
    ["something else", "yep"],
  ] as const;
  const yes = [
    ["y", "y"],
    ["Yes", "Yes"],
  ] as const;

  async function aProject() {
    const person = await aPerson();
    const { data } = await person.key.call(createEnvProject, { body: { name: "billing" } });
    await person.key.call(saveEnvFile, { params: { id: data.id }, body: { fileType: "env", content: "A=stored\n" } });
    writeFileSync(person.file(".env"), "A=here\n");
    return person;
  }

  test.each(no)("svc pull does not write the file after %s", async (_, answer) => {
    const { ask, file } = await aProject();
    const { code, shown } = await ask(["pull", "-p", "billing"], ["Overwrite .env? [y/N] ", answer]);
    expect([code, shown.includes("Nothing was written")]).toEqual([1, true]);
    expect(readFileSync(file(".env"), "utf8")).toBe("A=here\n");
  });

  test.each(yes)("svc pull writes the file after %s", async (_, answer) => {
    const { ask, file } = await aProject();
    expect((await ask(["pull", "-p", "billing"], ["Overwrite .env? [y/N] ", answer])).code).toBe(0);
    expect(readFileSync(file(".env"), "utf8")).toBe("A=stored\n");
  });

  test("svc push replaces stored files and creates projects only after y", async () => {
    const { ask, key } = await aProject();
    expect(await ask(["push", "-p", "billing"], ["Replace env of billing? [y/N] ", "n"])).toMatchObject({
      code: 1,
      shown: expect.stringContaining("Nothing was stored"),
    });
    expect((await ask(["pull", "-p", "billing", "--check"])).code).toBe(1);
    expect(await ask(["push", "-p", "billing"], ["Replace env of billing? [y/N] ", "y"])).toMatchObject({ code: 0 });
    expect((await ask(["pull", "-p", "billing", "--check"])).code).toBe(0);
    const names = async () => (await key.call(listEnvProjects)).data.map(({ name }) => name);
    expect((await ask(["push", "-p", "web"], ["Create the env project web? [y/N] ", "n"])).code).toBe(1);
    expect(await names()).toEqual(["billing"]);
    expect((await ask(["push", "-p", "web"], ["Create the env project web? [y/N] ", "y"])).code).toBe(0);
    expect(await names()).toEqual(["billing", "web"]);
  });

  test("svc import stores only after y", async () => {
    const { ask, file, session } = await aPerson();
    writeFileSync(file("keys.env"), "A=1\nB=2\n");
    const args = ["import", "keys.env", "-p", "billing"];
    expect(await ask(args, ["Create 2, update 0? [y/N] ", "n"])).toMatchObject({
      code: 1,
      shown: expect.stringContaining("Nothing was stored"),
    });
    expect(await session.call(listEntries)).toEqual([]);
    expect(await ask(args, ["Create 2, update 0? [y/N] ", "y"])).toMatchObject({
      code: 0,
      shown: expect.stringContaining("Created 2, updated 0."),
    });
    expect(await session.call(listEntries)).toHaveLength(2);
  });
});
