/**
 * Lint rules about how rooms are used: SQL belongs to one of them, and services use their doors. house.mjs says what
 * each room may import. `placed` returns a file's path from the root, `roomOf` its room.
 */
export function doorRules({ placed, roomOf }) {
  const sqlPattern = /^\s*(select\b.*\bfrom\b|insert\s+into\b|update\b.*\bset\b|delete\s+from\b|pragma\b)/is;
  const sql = {
    meta: {
      type: "problem",
      messages: { sql: "SQL stands in lib/db alone: make it a query in lib/db/queries, which the guards know." },
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
  const doors = {
    meta: {
      type: "problem",
      messages: {
        write: "Owned rows are written through lib/services/doors/change.",
        open: "Values leave through lib/services/doors/disclose, and are sealed by lib/services/doors/seal.",
        owner: "Whose rows are meant is said by owned(ctx), lib/services/doors/owned.",
      },
      schema: [],
    },
    create(context) {
      const file = placed(context);
      if (!file.startsWith("lib/services/") || /^lib\/services\/(doors|maintenance)\//.test(file)) return {};
      const reporting = (messageId) => (node) => context.report({ node, messageId });
      return {
        "CallExpression > MemberExpression.callee[property.name=/^(create|update|upsert|delete)(Many|ManyAndReturn)?$/][object.property.name=/^(keyCategory|keyEntry|twoFactorToken|envProject|envFile|accessKey)$/]":
          reporting("write"),
        "CallExpression > MemberExpression.callee[property.name='$transaction']": reporting("write"),
        "CallExpression > MemberExpression.callee[property.name='run'][object.name='writes']": reporting("write"),
        "Identifier[name=/^(vault|writes)$/]": reporting("open"),
        "MemberExpression[property.name=/^(vault|writes)$/]": reporting("open"),
        "Property[key.name='userId'] > MemberExpression.value[property.name='userId']": reporting("owner"),
      };
    },
  };

  return { sql, doors };
}
