import { placed } from "./paths.mjs";
import { roomOf } from "./rooms.mjs";

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

/**
 * The services' doors. Writing an owned row, opening a sealed value and selecting an owner's rows happen only there.
 */
export const doors = {
  meta: {
    type: "problem",
    messages: {
      write: "Write owned rows through lib/services/doors/change/change.",
      open: "Open values with lib/services/doors/disclose/disclose, and seal them with lib/services/doors/disclose/seal.",
      owner: "Select an owner's rows with owned(ctx) from lib/services/doors/owned.",
    },
    schema: [],
  },
  create(context) {
    const file = placed(context);
    if (!file.startsWith("lib/services/") || /^lib\/services\/(doors|maintenance)\//.test(file)) return {};
    const reporting = (messageId) => (node) => context.report({ node, messageId });
    return {
      "CallExpression > MemberExpression.callee[property.name=/^(create|update|upsert|delete)(Many|ManyAndReturn)?$/][object.property.name=/^(keyCategory|keyEntry|twoFactorToken|envProject|envFile|accessKey|previousAccessKey)$/]":
        reporting("write"),
      "CallExpression > MemberExpression.callee[property.name='$transaction']": reporting("write"),
      "CallExpression > MemberExpression.callee[property.name='run'][object.name='writes']": reporting("write"),
      "Identifier[name=/^(vault|writes)$/]": reporting("open"),
      "MemberExpression[property.name=/^(vault|writes)$/]": reporting("open"),
      "Property[key.name='userId'] > MemberExpression.value[property.name='userId']": reporting("owner"),
    };
  },
};
