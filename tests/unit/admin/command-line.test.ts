import { afterEach, expect, test, vi } from "vitest";
import { run } from "@/lib/admin/main";
import { migrationsFolder } from "../../support/vaults/own-runtime";

// Has a process of its own: a command sets V8's flags, and the mode of files.
afterEach(() => void vi.restoreAllMocks());

/** Runs a command in this process, as svc-admin does. */
async function operate(args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    });
  const code = await run({ migrationsFolder }, args);
  vi.restoreAllMocks();
  return { code, out: printed.stdout, err: printed.stderr };
}

test("every command of the operator explains its usage", async () => {
  const told: string[] = [];
  const tell = async (...command: string[]): Promise<void> => {
    const help = await operate([...command, "--help"]);
    expect([command, help]).toEqual([command, { code: 0, out: expect.stringMatching(/^Usage: svc-admin/), err: "" }]);
    told.push(command.join(" "));
    const [, listed = ""] = help.out.split("\nCommands:\n");
    for (const [, name = ""] of listed.matchAll(/^ {2}([a-z][\w-]*)/gm))
      if (name !== "help") await tell(...command, name);
  };
  await tell();
  expect(told).toEqual([
    "",
    "user",
    "user add",
    "user list",
    "user reset-password",
    "user delete",
    "team",
    "team list",
    "team members",
    "key",
    "key add",
    "backup",
    "restore",
    "verify",
    "rotate",
    "migrate-database",
    "doctor",
  ]);
});
