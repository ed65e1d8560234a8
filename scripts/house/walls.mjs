import { placed, targetOf } from "./paths.mjs";
import { isOutsideRooms, mayImport, mustNotImport, ofComponents, roomOf } from "./rooms.mjs";

const isAllowed = (from, to) =>
  from === to ||
  mayImport[from].some((other) => other === to || (other.endsWith("/*") && to.startsWith(other.slice(0, -1))));
const packagesKeptOut = (room) => mustNotImport[room] ?? (room.startsWith("components/") ? ofComponents : []);
const matches = (specifier, name) => specifier === name || specifier.startsWith(name.endsWith(":") ? name : `${name}/`);

/** The lint rule that keeps a room from importing what its row does not name. A room without a row fails it. */
export const walls = {
  meta: {
    type: "problem",
    messages: {
      wall: "{{room}} must not import {{imported}}: scripts/house/rooms.mjs lists what it may import.",
      none: "This folder has no wall: list in scripts/house/rooms.mjs what it may import.",
    },
    schema: [],
  },
  create(context) {
    const file = placed(context);
    const room = roomOf(file);
    if (isOutsideRooms(file)) return { Program: (node) => context.report({ node, messageId: "none" }) };
    if (!room) return {};
    const check = (source) => {
      if (typeof source?.value !== "string") return;
      const specifier = source.value;
      const target = targetOf(file, specifier);
      const to = target === undefined ? undefined : roomOf(target);
      const refused =
        target === undefined
          ? packagesKeptOut(room).some((name) => matches(specifier, name))
          : to !== undefined && !isAllowed(room, to);
      if (refused) context.report({ node: source, messageId: "wall", data: { room, imported: to ?? specifier } });
    };
    return Object.fromEntries(
      ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration", "ImportExpression"].map((kind) => [
        kind,
        ({ source }) => check(source),
      ]),
    );
  },
};
