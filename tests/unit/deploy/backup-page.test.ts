import { readFileSync } from "node:fs";
import path from "node:path";
import { Pod } from "kubernetes-models/v1";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { projectRoot } from "../../support/vaults/server";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const page = read("docs/operate/backup.md");

/** The blocks of commands below a heading of the page. */
const blocksIn = (heading: string) =>
  [...(new RegExp(`^## ${heading}\\n([^]*?)(?=^## )`, "m").exec(page)?.[1] ?? "").matchAll(/```\w+\n([^]*?)```/g)].map(
    ([, block = ""]) => block,
  );

/**
 * How commands run, for each way of running the vault that run.md has. The package's and the unit's are told once, in
 * commands.md and in the unit itself.
 */
const ways: Record<string, RegExp> = {
  "From the source": /npx --no svc-admin/,
  "As a container, with Compose": /^docker compose run /m,
  "As a container, in Kubernetes": /^kubectl exec |registry\.example\.com\/secrets-vault/m,
};

test("run.md has no way to run the vault beside those that the test below knows", () => {
  const headings = [...read("docs/operate/run.md").matchAll(/^## ((?:From|As) .*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(["From the package", "From the source", "As a container", "As a systemd service"]);
  expect(read("docs/operate/run.md")).toMatch(/compose\.yaml.*[^]*kubernetes\.yaml/);
});

test.for([
  ["Back up", "svc-admin backup "],
  ["Restore", "svc-admin restore "],
  ["Try a backup", "svc-admin verify"],
] as const)("%s: the page has a block for each way to run the vault", ([heading, command]) => {
  const blocks = blocksIn(heading).filter((block) => block.includes(command));
  expect(
    Object.entries(ways)
      .filter(([, way]) => !blocks.some((block) => way.test(block)))
      .map(([name]) => name),
  ).toEqual([]);
});

type PodSpec = {
  containers: { env: { name: string }[] }[];
  volumes: unknown[];
};
type StatefulSet = {
  metadata: { name: string };
  spec: { template: { spec: PodSpec }; volumeClaimTemplates: { metadata: { name: string } }[] };
};

test("the pod for a restore has the image, user, keys and volume of the vault in Kubernetes, and serves nothing", () => {
  const pod = parse(read("docs/examples/kubernetes-maintenance.yaml")) as { metadata: { name: string }; spec: PodSpec };
  expect(() => new Pod(pod as ConstructorParameters<typeof Pod>[0]).validate()).not.toThrow();
  const [set] = parseAllDocuments(read("docs/examples/kubernetes.yaml")).map((one) => one.toJS() as StatefulSet);
  const { spec } = set?.spec.template ?? {};
  const [container] = spec?.containers ?? [];
  // What is for requests is left out.
  const { ports, startupProbe, readinessProbe, livenessProbe, ...ofVault } = { ...container } as Record<
    string,
    unknown
  >;
  expect([ports, startupProbe, readinessProbe, livenessProbe]).not.toContain(undefined);
  const claim = `${set?.spec.volumeClaimTemplates[0]?.metadata.name}-${set?.metadata.name}-0`;
  expect(pod.spec).toEqual({
    ...spec,
    restartPolicy: "Never",
    terminationGracePeriodSeconds: 1,
    containers: [
      {
        ...ofVault,
        command: ["sleep", "infinity"],
        env: container?.env.filter(({ name }) => name === "VAULT_MASTER_KEYS_FILE"),
      },
    ],
    volumes: [...(spec?.volumes ?? []), { name: "data", persistentVolumeClaim: { claimName: claim } }],
  });
  const commands = blocksIn("Restore").join();
  expect(new Set([...commands.matchAll(/kubectl exec (?:-i )?(\S+)/g)].map(([, name]) => name))).toEqual(
    new Set([pod.metadata.name]),
  );
  expect(commands).toContain(`kubectl scale statefulset ${set?.metadata.name} --replicas=0\n`);
  expect(commands).toContain("kubectl apply -f docs/examples/kubernetes-maintenance.yaml");
});
