import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { contracts } from "@/lib/contracts";
import type { ContractSpec } from "@/lib/contracts/contract";
import { scopes } from "@/lib/contracts/access/scopes";
import { errorCatalogue } from "@/lib/errors";
import { errorCodesOf } from "@/lib/contracts/error-codes";
import { projectRoot } from "../../support/vaults/server";

// In this file, a route file exports its contract rather than a handler.
vi.mock("@/lib/http/route", () => ({ route: (contract: unknown) => contract }));

/** Route files without a contract: NextAuth's own protocol, and the JSON 404 for everything else. */
const withoutContract = ["[...rest]", "auth/[...nextauth]"];

/** The replies that contain a decrypted secret. A new one must be added here, where a reviewer sees it. */
const plaintextBearing = [
  "beginSecondFactor",
  "confirmSecondFactor",
  "createAccessKey",
  "createCalendar",
  "createInvitation",
  "createWebhook",
  "exchangeToken",
  "exportEntries",
  "exportEverything",
  "replaceRecoveryCodes",
  "resolveEnvProject",
  "revealEntry",
  "revealEntryVersion",
  "revealEnvFile",
  "revealEnvFileVersion",
  "revealTwoFactorCode",
  "rotateAccessKey",
];

/** Operations that a session may use only after a recent re-authentication. */
const recentlyAuthenticated = [
  "beginPasskey",
  "beginSecondFactor",
  "changeEmail",
  "confirmSecondFactor",
  "createAccessKey",
  "createCalendar",
  "createInvitation",
  "createPasskey",
  "createTrustRule",
  "deleteAccount",
  "deleteCalendar",
  "deleteFromTrash",
  "deletePasskey",
  "deleteTeam",
  "deleteTrustRule",
  "emptyTrash",
  "endOtherSessions",
  "endSession",
  "exportEntries",
  "exportEverything",
  "removeSecondFactor",
  "renameProject",
  "replaceRecoveryCodes",
  "rotateAccessKey",
  "unlinkIdentity",
  "updateMember",
];

/**
 * Fields that a client may send back and that are ignored, so their type is open. Only the body's limit bounds them.
 */
const ignoredFields = new Set([
  "available",
  "lostAt",
  "id",
  "userId",
  "createdAt",
  "updatedAt",
  "version",
  "category",
  "categoryId",
  "fieldNames",
  "valueChangedAt",
  "fileCount",
  "files",
  "projectId",
  "lastUsedAt",
  "disabledAt",
  "disabledFor",
  "failingSince",
  "nextAttemptAt",
  "email",
  "methods",
  "secondFactor",
  "recoveryCodesLeft",
  "recentlyAuthenticated",
]);

const filesBelow = (folder: string): string[] =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map((file) =>
    file.split(path.sep).join("/"),
  );

const routeFolders = filesBelow("app/api")
  .filter((file) => path.basename(file) === "route.ts")
  .map((file) => path.dirname(file));

type JsonSchema = z.core.JSONSchema._JSONSchema;
const jsonSchema = (schema: z.ZodType, io: "input" | "output") => z.toJSONSchema(schema, { io, reused: "inline" });

/** Every schema inside a JSON schema, including itself, with its path. */
function* schemasIn(
  schema: JsonSchema | undefined,
  way: string,
): Generator<[way: string, schema: z.core.JSONSchema.JSONSchema]> {
  if (typeof schema !== "object") return;
  yield [way, schema];
  for (const [name, child] of Object.entries(schema.properties ?? {})) yield* schemasIn(child, `${way}.${name}`);
  for (const [name, child] of Object.entries(schema.$defs ?? {})) yield* schemasIn(child, `${way}#${name}`);
  for (const child of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* schemasIn(child, way);
  if (schema.items !== undefined && !Array.isArray(schema.items)) yield* schemasIn(schema.items, `${way}[]`);
  if (schema.additionalProperties !== undefined) yield* schemasIn(schema.additionalProperties, `${way}{}`);
}

const requestSchemas = contracts.flatMap((contract) =>
  [contract.query, contract.body].flatMap((schema) => (schema ? [{ id: contract.id, schema }] : [])),
);
const jsonReplies = contracts.flatMap(({ id, reply }) => ("json" in reply ? [{ id, schema: reply.json }] : []));

describe("contracts and route files", () => {
  test("every route file's every method serves the contract of that path and method, and every contract is served once", async () => {
    const served: ContractSpec[] = [];
    for (const folder of routeFolders.filter((name) => !withoutContract.includes(name))) {
      const exported = (await import(
        pathToFileURL(path.join(projectRoot, "app/api", folder, "route.ts")).href
      )) as Record<string, ContractSpec>;
      for (const [method, contract] of Object.entries(exported)) {
        expect({ method: contract.method, path: contract.path }).toEqual({
          method,
          path: `/${folder.replace(/\[(\w+)\]/g, "{$1}")}`,
        });
        served.push(contract);
      }
    }
    expect(served.map(({ id }) => id).sort()).toEqual(contracts.map(({ id }) => id).sort());
    expect(new Set(served)).toEqual(new Set(contracts));
  });

  test("no route file lies outside the contracts except the two pinned ones", () => {
    const paths = new Set(contracts.map((contract) => contract.path));
    expect(routeFolders.filter((folder) => !paths.has(`/${folder.replace(/\[(\w+)\]/g, "{$1}")}`)).sort()).toEqual(
      withoutContract,
    );
  });

  test("every contract that lib/contracts declares is in the list", async () => {
    const declared: string[] = [];
    for (const file of filesBelow("lib/contracts").filter((name) => name.endsWith(".ts"))) {
      const exported = (await import(pathToFileURL(path.join(projectRoot, "lib/contracts", file)).href)) as Record<
        string,
        unknown
      >;
      for (const value of Object.values(exported))
        if (typeof value === "object" && value !== null && "access" in value && "id" in value)
          declared.push(String(value.id));
    }
    expect(declared.sort()).toEqual(contracts.map(({ id }) => id).sort());
  });

  test("ids are unique, and so is every pair of method and path", () => {
    expect(new Set(contracts.map(({ id }) => id)).size).toBe(contracts.length);
    expect(new Set(contracts.map((contract) => `${contract.method} ${contract.path}`)).size).toBe(contracts.length);
  });
});

describe("access", () => {
  test("only registration, the beginning of a sign-in, forgotten passwords, links from mails, calendars by their address, links that open once, the exchange of ID tokens and the API's description are public", () => {
    expect(
      contracts
        .filter(({ access }) => access === "public")
        .map(({ id }) => id)
        .sort(),
    ).toEqual([
      "beginPasskeySignIn",
      "confirmEmail",
      "exchangeToken",
      "forgotPassword",
      "getOpenApi",
      "openShareLink",
      "readCalendar",
      "register",
      "resetPassword",
    ]);
  });

  test("only sessions manage access keys, trust rules, calendars, webhooks, the account, teams and the trash, move things between vaults and rename projects", () => {
    const managing = contracts.filter(({ path }) =>
      /^\/(account|access-keys|trust-rules|teams|invitations|transfer|trash|projects|reminders\/token|webhooks)(\/|$)/.test(
        path,
      ),
    );
    expect(contracts.filter(({ access }) => access === "session")).toEqual(managing);
    expect(managing.length).toBeGreaterThan(3);
  });

  test("the 15 scopes are all used, and there is no other", () => {
    expect(scopes).toHaveLength(15);
    const needed = contracts.flatMap(({ access }) =>
      typeof access === "object" ? [access.scope, ...[access.and ?? []].flat()] : [],
    );
    expect([...new Set(needed)].sort()).toEqual([...scopes].sort());
  });

  test("the replies that give the session a new token are those to a re-authentication", () => {
    expect(
      contracts
        .filter(({ renewsSession }) => renewsSession)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["reauthenticate", "reauthenticateWithPasskey"]);
  });

  test("the replies that contain plain text are the pinned ones", () => {
    expect(
      contracts
        .filter(({ plaintext }) => plaintext)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(plaintextBearing);
  });

  test("operations that export everything or can't be undone require a recent re-authentication of sessions", () => {
    expect(
      contracts
        .filter(({ recentAuthentication }) => recentAuthentication)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(recentlyAuthenticated);
  });

  test("every change and deletion of a versioned resource accepts a precondition, and every reply that shows one has its ETag", () => {
    const changing = contracts
      .filter(
        ({ path, method }) =>
          (/^\/(categories|entries|2fa|envs)\//.test(path) && ["PUT", "DELETE"].includes(method)) ||
          path.endsWith("/versions/{version}/restore"),
      )
      .map(({ id }) => id);
    expect(
      contracts
        .filter(({ conditional }) => conditional?.includes("If-Match"))
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...changing, "saveEnvFile"].sort());
    expect(
      contracts
        .filter(({ conditional }) => conditional?.includes("If-None-Match"))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["createCategory", "createEntry", "createEnvProject", "saveEnvFile"]);
    const shapeOf = (schema: unknown) => (schema instanceof z.ZodObject ? schema.shape : {});
    const showing = (contracts as readonly ContractSpec[]).filter(({ reply }) => {
      const shape = "json" in reply ? shapeOf(reply.json) : {};
      return "version" in shape || "version" in shapeOf(shape.data);
    });
    const revealing = ["revealEntry", "revealEnvFile"];
    expect(
      contracts
        .filter(({ versioned }) => versioned)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...showing.map(({ id }) => id), ...revealing].sort());
    expect(showing.length).toBeGreaterThan(10);
  });

  test("every path with an id says which 404 a foreign, missing or malformed id gets", () => {
    const silent = contracts.filter(
      ({ path, notFound }) =>
        path.includes("{") !== (notFound !== undefined) ||
        (notFound !== undefined && errorCatalogue[notFound][0] !== 404),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});

describe("schemas", () => {
  test.for(requestSchemas)("every string that $id accepts is bounded", ({ id, schema }) => {
    const unbounded = [...schemasIn(jsonSchema(schema, "input"), id)].filter(
      ([way, { type, maxLength, enum: values, const: value, format, $ref, anyOf, oneOf }]) => {
        const types = [type].flat();
        if (types.includes("string"))
          return maxLength === undefined && values === undefined && value === undefined && format !== "uuid";
        // Without a type anything is allowed, even long strings. That is acceptable where the value is discarded.
        return (
          type === undefined &&
          !$ref &&
          !anyOf &&
          !oneOf &&
          !values &&
          value === undefined &&
          !ignoredFields.has(way.split(".").at(-1) ?? "")
        );
      },
    );
    expect(unbounded.map(([way]) => way)).toEqual([]);
  });

  test.for(requestSchemas)(
    "every list that $id accepts is bounded, and no field outside its schema is accepted",
    ({ id, schema }) => {
      const open = [...schemasIn(jsonSchema(schema, "input"), id)].filter(
        ([, { type, maxItems, additionalProperties, maxProperties }]) =>
          (type === "array" && maxItems === undefined) ||
          (type === "object" && additionalProperties !== false && maxProperties === undefined),
      );
      expect(open.map(([way]) => way)).toEqual([]);
    },
  );

  test.for(requestSchemas)("every id that $id accepts may be in capitals", ({ schema }) => {
    const ids = new Set<z.core.$ZodType>();
    // A schema comes with those that it was made from.
    const sources = new Set<z.core.$ZodType | undefined>();
    z.toJSONSchema(schema, {
      io: "input",
      override: ({ zodSchema, jsonSchema }) => {
        if (jsonSchema.format === "uuid") ids.add(zodSchema);
        sources.add(zodSchema._zod.parent);
      },
    });
    const given = "3F2A7C1E-0D4B-4C8E-9A55-6B1F0E2D7C90";
    for (const id of ids) if (!sources.has(id)) expect(z.parse(id, given)).toBe(given.toLowerCase());
  });

  test.for(jsonReplies)(
    "the reply of $id is sent as described: nothing is transformed, trimmed or filled in",
    ({ schema }) => {
      const changing: string[] = [];
      z.toJSONSchema(schema, {
        // A check that changes its input (trim, lower case) is not visible in a JSON schema, so the schemas themselves
        // are examined.
        override: ({ zodSchema: { _zod } }) => {
          if (["transform", "pipe", "default", "prefault", "catch"].includes(_zod.def.type))
            changing.push(_zod.def.type);
          for (const check of _zod.def.checks ?? [])
            if (check._zod.def.check === "overwrite") changing.push("overwrite");
        },
      });
      expect(changing).toEqual([]);
      // The input may have more fields than the output, since the schema removes them. That is the only difference.
      const closed = JSON.stringify(jsonSchema(schema, "output")).replaceAll(',"additionalProperties":false', "");
      expect(JSON.parse(closed)).toEqual(
        JSON.parse(JSON.stringify(jsonSchema(schema, "input")).replaceAll(',"additionalProperties":false', "")),
      );
    },
  );

  test("every change takes the resource as it was read, with what the vault alone sets", () => {
    const changes = (contracts as readonly ContractSpec[]).filter(
      ({ id, method }) => method === "PUT" || id === "saveEnvFile",
    );
    expect(changes.length).toBeGreaterThan(9);
    for (const { id, body, reply } of changes) {
      const json = "json" in reply ? reply.json : undefined;
      const read = json instanceof z.ZodObject && json.shape.data instanceof z.ZodObject ? json.shape.data : json;
      const example = Object(read?.meta()?.example);
      expect(Object.keys(example), id).not.toEqual([]);
      // A file's content is in no answer but the reveal's.
      const sent = id === "saveEnvFile" ? { ...example, content: "DEBUG=1\n" } : example;
      expect(body?.safeParse(sent).error?.issues ?? [], id).toEqual([]);
    }
  });

  test("every body has an example that its own schema accepts", () => {
    for (const { id, body } of contracts)
      if (body) expect({ id, success: body.safeParse(body.meta()?.example).success }).toEqual({ id, success: true });
  });
});

describe("errors", () => {
  /** The list in the docs and the clients: adding or removing a code changes the interface. */
  const documented = {
    400: [
      "VALIDATION_ERROR",
      "INVALID_JSON",
      "CATEGORY_SIMPLE_REQUIRES_ENV_VAR",
      "CATEGORY_IN_USE",
      "LAST_SIGN_IN_METHOD",
      "PASSKEY_REFUSED",
    ],
    401: [
      "AUTH_REQUIRED",
      "AUTH_INVALID_KEY",
      "AUTH_KEY_EXPIRED",
      "TOKEN_REFUSED",
      "AUTH_SESSION_REQUIRED",
      "SECOND_FACTOR_REQUIRED",
      "SECOND_FACTOR_INVALID",
      "NEW_PASSWORD_REQUIRED",
      "TEMPORARY_PASSWORD_EXPIRED",
    ],
    403: [
      "AUTH_SCOPE_REQUIRED",
      "OUT_OF_BOUNDS",
      "TEAM_OWNER_REQUIRED",
      "ADDRESS_NOT_ALLOWED",
      "SECOND_FACTOR_MISSING",
      "CROSS_ORIGIN",
      "REGISTRATION_CLOSED",
      "REAUTHENTICATION_REQUIRED",
    ],
    404: [
      "CATEGORY_NOT_FOUND",
      "ENTRY_NOT_FOUND",
      "TWO_FACTOR_NOT_FOUND",
      "PROJECT_NOT_FOUND",
      "ENV_PROJECT_NOT_FOUND",
      "ENV_FILE_NOT_FOUND",
      "ACCESS_KEY_NOT_FOUND",
      "TEAM_NOT_FOUND",
      "MEMBER_NOT_FOUND",
      "INVITATION_NOT_FOUND",
      "VERSION_NOT_FOUND",
      "TRASH_ITEM_NOT_FOUND",
      "CALENDAR_NOT_FOUND",
      "LINK_NOT_FOUND",
      "TRUST_RULE_NOT_FOUND",
      "WEBHOOK_NOT_FOUND",
      "DELIVERY_NOT_FOUND",
      "MAIL_OFF",
      "PASSWORD_LINK_NOT_FOUND",
      "EMAIL_LINK_NOT_FOUND",
      "SESSION_NOT_FOUND",
      "IDENTITY_NOT_FOUND",
      "PASSKEY_NOT_FOUND",
      "NOT_FOUND",
    ],
    405: ["METHOD_NOT_ALLOWED"],
    409: [
      "EMAIL_TAKEN",
      "ALREADY_MEMBER",
      "LAST_OWNER",
      "TEAMS_WOULD_END",
      "ACCESS_KEY_EXPIRED",
      "TRUST_RULES_FULL",
      "WEBHOOKS_FULL",
      "PROJECT_EXISTS",
      "ENV_FILE_TAKEN",
      "UNRESOLVED_REFERENCES",
      "REFERENCES_AMBIGUOUS",
      "IDENTITY_TAKEN",
      "SECOND_FACTOR_ON",
      "SECOND_FACTOR_OFF",
      "SECOND_FACTOR_MANDATORY",
    ],
    412: ["CHANGED_MEANWHILE"],
    413: ["BODY_TOO_LARGE"],
    415: ["UNSUPPORTED_MEDIA_TYPE"],
    421: ["HOST_UNKNOWN"],
    429: ["TOO_MANY_ATTEMPTS", "REVEALS_SPENT", "TOO_MANY_REQUESTS"],
    500: ["INTERNAL_ERROR"],
    502: ["AI_EXTRACTION_FAILED"],
    503: ["UNAVAILABLE"],
  };

  /** Documented for later: reserved and not used yet. Whoever uses one removes it here. */
  const reserved: string[] = [];

  test("the codes and their statuses are the documented ones", () => {
    const byStatus: Record<string, string[]> = {};
    for (const [code, [status]] of Object.entries(errorCatalogue)) (byStatus[status] ??= []).push(code);
    expect(byStatus).toEqual(documented);
  });

  test("the server uses every code, except the reserved ones", () => {
    const sources = ["auth", "crypto", "http", "identity", "server", "services"]
      .flatMap((folder) =>
        filesBelow(`lib/${folder}`)
          .filter((file) => file.endsWith(".ts"))
          .map((file) => `lib/${folder}/${file}`),
      )
      // The OpenAPI document names codes but uses none.
      .filter((file) => file !== "lib/http/openapi.ts")
      .map((file) => readFileSync(path.join(projectRoot, file), "utf8"));
    const given = (code: string) =>
      sources.some((source) => source.includes(`"${code}"`)) || contracts.some(({ notFound }) => notFound === code);
    expect(
      Object.keys(errorCatalogue)
        .filter((code) => !given(code))
        .sort(),
    ).toEqual(reserved);
  });

  test("some operation documents every code, except those of sign-in and of unknown hosts, paths and methods", () => {
    const ofOperations = new Set(contracts.flatMap((contract) => errorCodesOf(contract)));
    const elsewhere = [
      "NOT_FOUND",
      "METHOD_NOT_ALLOWED",
      "HOST_UNKNOWN",
      "SECOND_FACTOR_REQUIRED",
      "SECOND_FACTOR_INVALID",
      "NEW_PASSWORD_REQUIRED",
      "TEMPORARY_PASSWORD_EXPIRED",
      "IDENTITY_TAKEN",
    ];
    expect(
      Object.keys(errorCatalogue)
        .filter((code) => !new Set<string>(ofOperations).has(code))
        .sort(),
    ).toEqual(elsewhere.sort());
  });
});
