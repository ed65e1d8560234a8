import { readFileSync } from "node:fs";
import Ajv from "ajv";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { gitlabSchema } from "../../support/gitlab-schema";

type File = { deploy: Record<string, unknown> };

const file = parse(readFileSync("docs/examples/gitlab-ci.yml", "utf8")) as File;
let faultsOf: (changed: object) => unknown[];

beforeAll(() => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(gitlabSchema());
  faultsOf = (changed) => (validate(changed) ? [] : (validate.errors ?? []));
});

test("docs/examples/gitlab-ci.yml is what GitLab's own schema allows", () => {
  expect(faultsOf(file)).toEqual([]);
});

test.each<[string, object]>([
  ["an unknown keyword", { id_token: { SVC_ID_TOKEN: { aud: "https://vault.example.com" } } }],
  ["an ID token without an audience", { id_tokens: { SVC_ID_TOKEN: {} } }],
  ["a variable that is an object of its own", { variables: { SVC_OIDC: { value: true, default: "x" } } }],
  ["a script that is an object", { script: { first: "node tools/svc.cjs" } }],
])("the schema refuses %s", (_, change) => {
  expect(faultsOf({ deploy: { ...file.deploy, ...change } })).not.toEqual([]);
});
