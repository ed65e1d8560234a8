import { randomUUID } from "node:crypto";
import path from "node:path";
import { CliError } from "../cli-error";
import { inherited } from "../processes/inherited";
import { findProjectFile, type ProjectFile } from "../project-file";
import { fetchFrom, type Source } from "../variables/project-variables";
import { picked } from "../variables/picked";
import type { KeptKeySettings } from "../settings";
import { withoutMark } from "../terminal/terminal";
import { described, selectionOf, valuesByName } from "../variables/variables";
import type { VaultClient } from "../vault/vault";
import { chooseOnly, ofTools } from "./advice";
import { allows, fault, isSvc } from "./allow-list";
import { type Outcome, runHidden } from "./run-hidden";
import { approvable, isApproved } from "./trust";

export type Wanted = {
  command: string[];
  only?: string[];
  files?: boolean;
  local?: boolean;
  timeoutSeconds?: number;
};

/** The person's answer to a question that was asked before, and the mark of that question. */
export type Consent = {
  canAsk: boolean;
  mark?: string | undefined;
  answer?: "accept" | "decline" | "cancel" | undefined;
};

export type Asked = { question: string; mark: string };

const [timeoutSecondsUsual, atOnceMax, questionsMax] = [120, 4, 100];

/**
 * Runs commands for an agent: those that the project's list allows, if the person has approved it as it is now, and
 * others only if the person says so each time.
 */
export class CommandRunner {
  private running = 0;
  /** Questions that nobody has answered, with what each of them was about. */
  private readonly asked = new Map<string, string>();

  constructor(
    private readonly vault: VaultClient,
    private readonly settings: KeptKeySettings,
    private readonly folder: string,
  ) {}

  async run(wanted: Wanted, consent: Consent, signal: AbortSignal): Promise<Outcome | Asked> {
    const { command } = wanted;
    if (command.some((part) => part.includes("\0"))) throw new CliError("usage", "A command can't contain NUL.");
    if (isSvc(command)) throw new CliError("refused", "svc prints values itself, so no agent may run it.");
    const file = projectFile(this.folder);
    const root = path.dirname(file.path);
    const source: Source = {
      selection: selectionOf({}, { project: file.project, env: file.environment }),
      files: wanted.files === true,
      local: wanted.local === true,
    };
    const refusal = whyNotAllowed(file, command, this.settings.key);
    if (refusal !== null) {
      const about = JSON.stringify([wanted, file, root]);
      if (!consent.canAsk) throw new CliError("refused", refusal);
      if (consent.mark === undefined || consent.answer === undefined) return this.ask(wanted, source, root, about);
      // Each answer counts once, and for what was asked alone.
      const isAsked = this.asked.get(consent.mark) === about;
      this.asked.delete(consent.mark);
      if (!isAsked) throw new CliError("refused", "That answer belongs to another question: nothing was run.");
      if (consent.answer !== "accept") throw new CliError("refused", "The person did not allow it: nothing was run.");
    }
    if (this.running >= atOnceMax)
      throw new CliError("refused", `${atOnceMax} commands are already running: wait until one has ended.`);
    this.running += 1;
    try {
      return await this.start(wanted, source, root, signal);
    } finally {
      this.running -= 1;
    }
  }

  private ask({ command, only }: Wanted, { selection, files }: Source, root: string, about: string): Asked {
    const mark = randomUUID();
    if (this.asked.size >= questionsMax) this.asked.clear();
    this.asked.set(mark, about);
    const values = only ? only.join(", ") : files ? "the values of its env files" : "all values";
    const question = `Run ${JSON.stringify(command)} in ${root}, with ${values} of ${described(selection)} in its environment? Whatever it runs can read and send them.`;
    return { question, mark };
  }

  private async start(wanted: Wanted, source: Source, root: string, signal: AbortSignal): Promise<Outcome> {
    const { command, only, timeoutSeconds = timeoutSecondsUsual } = wanted;
    const variables = await fetchFrom(this.vault, source, false, ofTools);
    const values = valuesByName(picked(variables, only, []), source.selection, chooseOnly);
    const env: NodeJS.ProcessEnv = { ...inherited(false), ...Object.fromEntries(values), SVC_MCP: "1" };
    return runHidden(command, {
      folder: root,
      env: { ...env, ...(env.PATH === undefined ? {} : { PATH: absoluteOnly(env.PATH) }) },
      values: [...variables.map(({ value }) => value), this.settings.key],
      timeoutMs: timeoutSeconds * 1_000,
      signal,
    });
  }
}

function projectFile(folder: string): ProjectFile {
  const file = findProjectFile(folder);
  if (!file?.project)
    throw new CliError(
      "refused",
      "A command gets the values of the project that .svc.json names, and none is named here: ask a person to run svc init.",
    );
  return file;
}

/** Null if the list allows it. */
function whyNotAllowed(file: ProjectFile, command: readonly string[], key: string): string | null {
  const allow = file.mcp?.allow ?? [];
  const isListed = allow.some((pattern) => fault(pattern) === null && allows(pattern, command));
  const advice = "svc mcp allow on a terminal, which shows the list and asks.";
  if (!isListed)
    return `${file.path} does not allow this command. A person can add ${JSON.stringify(command)} to the list "allow" of "mcp" in it, and then run ${advice}`;
  const thing = approvable(file.path, allow);
  // Both times the same text was read, so nobody can show one and be judged by another.
  const { path: _, ...content } = file;
  if (JSON.stringify(JSON.parse(withoutMark(thing.text))) !== JSON.stringify(content) || !isApproved(thing, key))
    return `${file.path}, or a script that it allows, has changed since a person approved it on this machine, or nobody has. Once somebody has looked at it: ${advice}`;
  return null;
}

/** A relative part of the path would find programs that the agent wrote. */
const absoluteOnly = (paths: string) =>
  paths
    .split(path.delimiter)
    .filter((part) => path.isAbsolute(part))
    .join(path.delimiter);
