import type { ListedCommand } from "./command";

/** Each command's module is loaded only when it is called. */
export const commands = {
  login: {
    summary: "store a vault's address and an access key on this machine",
    load: async () => (await import("./commands/login")).login,
  },
  logout: {
    summary: "remove the stored access key from this machine",
    load: async () => (await import("./commands/logout")).logout,
  },
  init: {
    summary: "write .svc.json for this folder, and check the key",
    load: async () => (await import("./commands/init")).init,
  },
  open: { summary: "open the vault's pages in the browser", load: async () => (await import("./commands/open")).open },
  whoami: {
    summary: "show which access key is in use, and what it may do",
    load: async () => (await import("./commands/whoami")).whoami,
  },
  ls: { summary: "list entries, without values", load: async () => (await import("./commands/ls")).ls },
  get: { summary: "print one variable's value", load: async () => (await import("./commands/get")).get },
  set: {
    summary: "store a value, from standard input or a prompt",
    load: async () => (await import("./commands/set")).set,
  },
  rotate: {
    summary: "replace a value with a random or given one, and show where the former value is still used",
    load: async () => (await import("./commands/rotate")).rotate,
  },
  mv: {
    summary: "move an entry to another project or environment, or rename a group's field",
    load: async () => (await import("./commands/mv")).mv,
  },
  rm: { summary: "delete an entry, or one field of a group", load: async () => (await import("./commands/rm")).rm },
  history: {
    summary: "list the values that an entry or env file had",
    load: async () => (await import("./commands/history")).history,
  },
  restore: {
    summary: "make a former value the current one",
    load: async () => (await import("./commands/restore")).restore,
  },
  reminders: {
    summary: "list what is due, without values",
    load: async () => (await import("./commands/reminders")).reminders,
  },
  activity: {
    summary: "list what was done in the vault",
    load: async () => (await import("./commands/activity")).activity,
  },
  reveal: { summary: "print an entry's value by its id", load: async () => (await import("./commands/reveal")).reveal },
  share: {
    summary: "print a link that opens once, for somebody without an account",
    load: async () => (await import("./commands/share")).share,
  },
  links: { summary: "list or revoke such links", load: async () => (await import("./commands/links")).links },
  code: { summary: "print or copy a two-factor code", load: async () => (await import("./commands/code")).code },
  run: {
    summary: "run a command with the values in its environment",
    load: async () => (await import("./commands/run")).run,
  },
  inject: {
    summary: "fill values into a template's {{ svc://… }}",
    load: async () => (await import("./commands/inject")).inject,
  },
  pull: {
    summary: "write an env project's files to this folder",
    load: async () => (await import("./commands/pull")).pull,
  },
  push: {
    summary: "store this folder's .env files in an env project",
    load: async () => (await import("./commands/push")).push,
  },
  export: { summary: "print values in a format", load: async () => (await import("./commands/export")).exportValues },
  check: {
    summary: "compare a project's names with .env.example or a JSON Schema",
    load: async () => (await import("./commands/check")).check,
  },
  import: {
    summary: "store what another tool exported",
    load: async () => (await import("./commands/import")).importFile,
  },
  diff: {
    summary: "compare the names and values of two selections, without showing values",
    load: async () => (await import("./commands/diff")).diff,
  },
  scan: {
    summary: "find the vault's values in files, a diff or what is staged",
    load: async () => (await import("./commands/scan")).scan,
  },
  hook: {
    summary: "install a git hook that blocks commits containing the vault's values",
    load: async () => (await import("./commands/hook")).hook,
  },
  mcp: {
    summary: "let an agent find names and run allowed commands, without seeing values",
    load: async () => (await import("./commands/mcp")).mcp,
  },
  completion: {
    summary: "print a shell's completion script",
    load: async () => (await import("./commands/completion")).completion,
  },
} satisfies Record<string, ListedCommand>;
