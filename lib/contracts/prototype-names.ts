/** Names that touch prototypes in programs that build plain objects from them. Some are valid names of variables. */
export const prototypeNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
