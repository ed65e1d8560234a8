import path from "node:path";

/**
 * The rooms of the code and what each may import from the others. docs/architecture.md draws them. Lint refuses the
 * files of a folder that is not listed here, so that every room has a wall.
 */
const pureRooms = [
  "lib/errors",
  "lib/plain-text",
  "lib/json-names",
  "lib/loopback",
  "lib/factors",
  "lib/event-loop",
  "lib/loggable-error",
  "lib/icon-name",
  "lib/durations",
  "lib/slices",
];
const interfaceRooms = [
  "components/ui",
  "components/layout",
  "lib/age",
  "lib/client",
  "lib/contracts",
  "lib/dotenv",
  "lib/import",
  "lib/errors",
  "lib/icon-name",
  "lib/plain-text",
  "lib/share",
];
const operational = ["lib/log", "lib/metrics", "lib/env", "lib/runtime"];
const feature = interfaceRooms;

/** What each room may import. The imported rooms stand below it or next to it: there are no cycles between rooms. */
export const mayImport = {
  // These run anywhere and import nothing.
  ...Object.fromEntries(pureRooms.map((room) => [room, []])),
  "lib/contracts": ["lib/errors", "lib/plain-text"],
  // The same operations for programs that call the API with an access key: of the contracts the types alone.
  "lib/operations": ["lib/contracts"],
  "lib/dotenv": [],
  // What the server must not read: only browsers and svc run it.
  "lib/share": [],
  // Seals files and opens them, in browsers, in svc and for the operator.
  "lib/age": [],
  "lib/import": ["lib/dotenv", "lib/json-names", "lib/plain-text"],
  "lib/matcher": ["lib/contracts"],
  // The server.
  // What may be set, and to what; lib/env reads it.
  "lib/settings": ["lib/loopback", "lib/plain-text"],
  "lib/env": ["lib/settings"],
  "lib/log": ["lib/loggable-error"],
  "lib/metrics": [],
  // The files of Simple Icons, which the pages show and an import looks up.
  "lib/icons": ["lib/icon-name"],
  "lib/crypto": ["lib/errors"],
  "lib/db": ["lib/durations", "lib/loopback", "lib/slices"],
  "lib/runtime": ["lib/crypto", "lib/db", "lib/env", "lib/log", "lib/factors"],
  "lib/auth": [
    "lib/contracts",
    "lib/crypto",
    "lib/db",
    "lib/runtime",
    "lib/log",
    "lib/errors",
    "lib/durations",
    "lib/factors",
    "lib/plain-text",
  ],
  // The only rooms that send requests of their own to addresses that people name go through it.
  "lib/outbound": ["lib/auth", "lib/loopback"],
  // Whose ID tokens are trusted is not its business: it says what a token of an issuer is worth.
  "lib/issuers": ["lib/loopback", "lib/outbound", "lib/plain-text"],
  "lib/webhooks": ["lib/auth", "lib/contracts", "lib/crypto", "lib/db", "lib/outbound", "lib/runtime", "lib/log"],
  "lib/mail": [
    "lib/auth",
    "lib/contracts",
    "lib/crypto",
    "lib/db",
    "lib/env",
    "lib/runtime",
    "lib/log",
    "lib/durations",
    "lib/plain-text",
    "lib/loopback",
  ],
  "lib/http": ["lib/auth", "lib/contracts", "lib/crypto", "lib/runtime", "lib/log", "lib/metrics", ...pureRooms],
  "lib/services": [
    "lib/auth",
    "lib/contracts",
    "lib/crypto",
    "lib/db",
    "lib/dotenv",
    "lib/icons",
    "lib/issuers",
    "lib/mail",
    "lib/matcher",
    "lib/outbound",
    "lib/webhooks",
    ...operational,
    ...pureRooms,
  ],
  "lib/identity": ["lib/auth", "lib/http", "lib/contracts", "lib/crypto", "lib/db", ...operational, ...pureRooms],
  // What the vault does by itself, with what is asked for over HTTP otherwise.
  "lib/schedule": ["lib/auth", "lib/db", "lib/log", "lib/runtime", "lib/services", "lib/durations"],
  "lib/server": [
    "lib/http",
    "lib/mail",
    "lib/schedule",
    "lib/webhooks",
    "lib/auth",
    "lib/contracts",
    "lib/crypto",
    "lib/db",
    ...operational,
    ...pureRooms,
  ],
  // The pages' process, without keys or database: what it knows, it asks for over HTTP.
  "lib/pages": ["lib/client", "lib/contracts", "lib/loggable-error"],
  "lib/admin": [
    "lib/age",
    "lib/services",
    "lib/identity",
    // svc-admin doctor tries the server as a mail would.
    "lib/mail",
    "lib/contracts",
    "lib/crypto",
    "lib/db",
    ...operational,
    ...pureRooms,
  ],
  // The browser.
  "lib/client": ["lib/age", "lib/contracts", "lib/dotenv", "lib/icon-name", "lib/import", "lib/share", "lib/errors"],
  "components/ui": ["lib/client"],
  "components/layout": ["components/ui", "lib/client", "lib/contracts"],
  ...Object.fromEntries(
    ["docs", "history", "import", "references", "sharing", "stats", "webhooks"].map((name) => [
      `components/${name}`,
      feature,
    ]),
  ),
  // What leads from an env file to an entry and back is shown at both ends.
  "components/ai-extract": [...feature, "components/references"],
  // What is remembered of a thing is shown where the thing is: its versions, who has seen it, the way back from the trash.
  ...Object.fromEntries(
    ["access-keys", "activity", "trash", "two-factor"].map((name) => [
      `components/${name}`,
      [...feature, "components/history"],
    ]),
  ),
  "components/entries": [...feature, "components/history", "components/references", "components/sharing"],
  ...Object.fromEntries(
    ["categories", "envs"].map((name) => [
      `components/${name}`,
      [...feature, "components/history", "components/references"],
    ]),
  ),
  // A project is shown by its entries: their values, and the form for those that are missing.
  "components/projects": [...feature, "components/entries", "components/history", "components/references"],
  // A value is replaced in the fields that entries have for it, and then where the former one is used.
  "components/rotation": [...feature, "components/entries", "components/references"],
  "components/sign-in": feature,
  // Both ask for passwords, passkeys and providers like the sign-in page does.
  "components/settings": [...feature, "components/sharing", "components/sign-in", "components/webhooks"],
  "components/reauthentication": [...feature, "components/sign-in"],
  // The keys that a rule issues reach as far as other access keys may.
  "components/trust-rules": [...feature, "components/access-keys"],
  // A role reaches as far as an access key does, and is limited by the same fields.
  "components/teams": [...feature, "components/access-keys", "components/history", "components/references"],
  // Pages and routes.
  "app/api": ["lib/http", "lib/services", "lib/identity", "lib/runtime", "lib/contracts", "lib/errors"],
  // lib/server serves the health checks itself; under `next dev`, these pages do.
  app: [
    "app/api",
    "components/*",
    "lib/client",
    "lib/contracts",
    "lib/errors",
    "lib/http",
    "lib/icons",
    "lib/identity",
    "lib/pages",
    "lib/server",
    "lib/share",
  ],
  "packages/svc": [
    "lib/age",
    "lib/contracts",
    "lib/dotenv",
    "lib/import",
    "lib/loopback",
    "lib/operations",
    "lib/plain-text",
    "lib/share",
  ],
  // Of the contracts the types alone: their schemas are zod's.
  "packages/client": ["lib/contracts", "lib/loopback", "lib/operations"],
};

const next = ["next", "next-auth", "react", "react-dom"];
const database = ["@prisma", "@photostructure", "pg"];
const ofNode = ["node:", "pino", "prom-client", ...database];

/** Packages that a room must not import, by name, scope or prefix. */
export const mustNotImport = {
  "lib/contracts": [...next, ...ofNode],
  "lib/age": [...next, ...ofNode],
  "lib/dotenv": [...next, ...ofNode],
  "lib/import": [...next, ...ofNode],
  "lib/matcher": [...next, ...database, "pino", "prom-client"],
  "lib/client": ["node:", "next-auth"],
  "lib/share": [...next, ...ofNode],
  "lib/crypto": [...next, ...database, "pino"],
  "lib/db": next,
  "lib/runtime": next,
  "lib/auth": next,
  "lib/services": next,
  "lib/schedule": next,
  // Cookies are sealed like NextAuth does it.
  "lib/http": ["next", "react", "react-dom"],
  "lib/identity": ["next", "react", "react-dom"],
  "lib/server": next,
  "lib/pages": ["next-auth", ...database, "pino", "prom-client"],
  "lib/admin": [...next, ...database, "pino"],
  app: database,
  "app/api": [...database, "next", "react", "react-dom"],
  "packages/svc": [...next, ...database, "pino", "zod"],
  "packages/client": [...next, ...database, "pino", "zod"],
};
export const ofComponents = ["node:", "next-auth", "@prisma"];

export const root = path.resolve(import.meta.dirname, "../..");

/** The room of a file or folder, by its path from the root; undefined outside of all rooms. */
export const roomOf = (target) => {
  const [first, second] = target.replace(/\.(tsx?|mjs)$/, "").split("/");
  const room = first === "app" && second !== "api" ? "app" : `${first}/${second}`;
  return room in mayImport ? room : undefined;
};

/** Whether a file lies where all is in rooms, and yet in none: in a folder that is not listed, or beside the folders. */
export const isOutsideRooms = (file) => /^(lib|components|packages)\//.test(file) && roomOf(file) === undefined;
