import { spawnSync } from "node:child_process";

/** Stores secrets by name. They go over standard input, never through arguments, which every process can read. */
export type Keyring = {
  name: string;
  save(account: string, secret: string): boolean;
  load(account: string): string | null;
  remove(account: string): boolean;
};

type Run = (program: string, args: string[], input?: string) => string | null;

/** A program's output, or null if it is missing, failed, or waited for input. */
const runProgram: Run = (program, args, input = "") => {
  const { status, stdout } = spawnSync(program, args, {
    input,
    encoding: "utf8",
    timeout: 30_000,
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  return status === 0 ? stdout : null;
};

/** The system's keyring; null if none is known. If `save` fails, store the key elsewhere. */
export function keyring(platform: NodeJS.Platform = process.platform, run: Run = runProgram): Keyring | null {
  if (platform === "darwin") return macKeychain(run);
  if (platform === "win32") return windowsVault(run);
  return platform === "linux" || platform === "freebsd" ? secretService(run) : null;
}

const secretService = (run: Run): Keyring => ({
  name: "the desktop's keyring",
  save: (account, secret) =>
    run("secret-tool", ["store", "--label=svc access key", "service", "svc", "account", account], secret) !== null,
  load: (account) => run("secret-tool", ["lookup", "service", "svc", "account", account])?.trim() || null,
  remove: (account) => run("secret-tool", ["clear", "service", "svc", "account", account]) !== null,
});

const macKeychain = (run: Run): Keyring => ({
  name: "the keychain",
  // -i reads commands from standard input; neither an address nor a key holds a quote.
  save: (account, secret) =>
    run("security", ["-i"], `add-generic-password -U -s "svc" -a "${account}" -w "${secret}"\n`) !== null,
  load: (account) => run("security", ["find-generic-password", "-s", "svc", "-a", account, "-w"])?.trim() || null,
  remove: (account) => run("security", ["delete-generic-password", "-s", "svc", "-a", account]) !== null,
});

const windowsVault = (run: Run): Keyring => {
  const script = (work: string) => [
    "-NoProfile",
    "-NonInteractive",
    "-Command",
    `$ErrorActionPreference='Stop'; $null=[Windows.Security.Credentials.PasswordVault,Windows.Security.Credentials,ContentType=WindowsRuntime]; $v=New-Object Windows.Security.Credentials.PasswordVault; $a=[Console]::In.ReadLine(); ${work}`,
  ];
  return {
    name: "the Windows credential locker",
    save: (account, secret) =>
      run(
        "powershell",
        script(
          "$v.Add((New-Object Windows.Security.Credentials.PasswordCredential('svc',$a,[Console]::In.ReadLine())))",
        ),
        `${account}\n${secret}\n`,
      ) !== null,
    load: (account) =>
      run(
        "powershell",
        script("$c=$v.Retrieve('svc',$a); $c.RetrievePassword(); [Console]::Out.Write($c.Password)"),
        `${account}\n`,
      )?.trim() || null,
    remove: (account) => run("powershell", script("$v.Remove($v.Retrieve('svc',$a))"), `${account}\n`) !== null,
  };
};
