import { readFileSync } from "node:fs";
import path from "node:path";
import { placed } from "./paths.mjs";
import { roomOf, root } from "./rooms.mjs";

const sqlPattern = /^\s*(select\b.*\bfrom\b|insert\s+into\b|update\b.*\bset\b|delete\s+from\b|pragma\b)/is;
/** SQL belongs to one room. */
export const sql = {
  meta: {
    type: "problem",
    messages: {
      sql: "SQL belongs in lib/db: write it as a query in lib/db/queries, where the guard tests check it.",
    },
    schema: [],
  },
  create(context) {
    const file = placed(context);
    if (roomOf(file) === "lib/db") return {};
    const report = (node) => context.report({ node, messageId: "sql" });
    return {
      Literal: (node) => typeof node.value === "string" && sqlPattern.test(node.value) && report(node),
      TemplateLiteral: (node) => sqlPattern.test(node.quasis.map(({ value }) => value.raw).join(" ")) && report(node),
      "MemberExpression[property.name=/^\\$(query|execute)Raw/]": report,
    };
  },
};

/** The client's names of all tables. */
const tables = [...readFileSync(path.join(root, "prisma/schema.prisma"), "utf8").matchAll(/^model (\w)(\w*)/gm)].map(
  ([, first, rest]) => first.toLowerCase() + rest,
);

/** Who opens sealed values: the door, and what is not a disclosure, with the reason. */
export const openers = {
  "lib/crypto/": "is what opens and seals",
  "lib/services/doors/disclose/": "is the door",
  "lib/services/maintenance/": "copies, re-encrypts and checks what is stored, for the operator",
  "lib/runtime/former-tokens.ts": "reads the algorithm of former releases' two-factor tokens, once",
  "lib/server/watch/health.ts": "opens a master key's check value, which is no secret",
  "lib/auth/mail/mail-outbox.ts": "opens a mail, to send it",
  "lib/webhooks/target.ts": "opens a webhook's address, to send to it or show it to its owner",
  "lib/identity/second-factor.ts": "opens an account's own TOTP secret, to compare a code",
};

/**
 * The services' doors. Writing a row, opening a sealed value and selecting an owner's rows happen only there. Nothing else
 * of lib opens a value either, but the few files that are listed above.
 */
export const doors = {
  meta: {
    type: "problem",
    messages: {
      write: "Write rows through lib/services/doors/change.",
      open: "Open values with lib/services/doors/disclose/disclose, and seal them with lib/services/doors/disclose/seal.",
      owner: "Select an owner's rows with owned(ctx) from lib/services/doors/owned.",
    },
    schema: [],
  },
  create(context) {
    const file = placed(context);
    if (!file.startsWith("lib/")) return {};
    const reporting = (messageId) => (node) => context.report({ node, messageId });
    const opening = Object.keys(openers).some((opener) => file.startsWith(opener))
      ? {}
      : {
          "CallExpression > MemberExpression.callee[property.name='open']:matches([object.name='vault'], [object.property.name='vault'])":
            reporting("open"),
          "VariableDeclarator:matches([init.name='vault'], [init.property.name='vault']) > ObjectPattern > Property[key.name='open']":
            reporting("open"),
        };
    if (!file.startsWith("lib/services/") || /^lib\/services\/(doors|maintenance)\//.test(file)) return opening;
    const called = "CallExpression > MemberExpression.callee";
    return {
      [`${called}[property.name=/^(create|update|upsert|delete)$/][object.property.name=/^(${tables.join("|")})$/]`]:
        reporting("write"),
      // Whatever the table is called there.
      [`${called}[property.name=/^(create|update|delete)Many(AndReturn)?$/]:not([object.name='change'])`]:
        reporting("write"),
      "CallExpression[callee.name='runIn']": reporting("write"),
      "CallExpression > MemberExpression.callee[property.name='$transaction']": reporting("write"),
      "CallExpression > MemberExpression.callee[property.name='run'][object.name='writes']": reporting("write"),
      "Identifier[name=/^(vault|writes)$/]": reporting("open"),
      "MemberExpression[property.name=/^(vault|writes)$/]": reporting("open"),
      "Property[key.name='userId'] > MemberExpression.value[property.name='userId']": reporting("owner"),
    };
  },
};
