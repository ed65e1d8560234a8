import type { IncomingMessage } from "node:http";
import type { CallInput, CallOutput, ContractSpec } from "../../../../lib/contracts/contract";
import type { ListedEntry, RevealedEntry } from "../../../../lib/contracts/vault/entries";
import type { EnvFileType, RevealedEnvFile } from "../../../../lib/contracts/vault/envs";
import type { ExportFormat } from "../../../../lib/contracts/transfer/export";
import type { BoundEnvironment } from "../../../../lib/contracts/access/grants";
import type { Environment } from "../../../../lib/contracts/primitives";
import { type Operation, pathOf, type Sent } from "../../../../lib/operations/operation";
import * as operations from "../../../../lib/operations";
import type { ImportItems } from "../../../../lib/contracts/transfer/import";
import type { CreateShareLink } from "../../../../lib/contracts/transfer/links";
import type { ResolveEnvProject } from "../../../../lib/contracts/vault/references";
import { isExport, namesIn, type Variable, variablesIn } from "./export-answer";
import { CliError } from "../cli-error";
import { type Answer, read, receive } from "./http";
import { notAVault, redirected, refusedBefore } from "./not-a-vault";
import { ChangedMeanwhile, type Only, preconditionOf, versionOf } from "./only";
import { sendWithRetry } from "./retry";
import type { Settings } from "../settings";
import { refusal, type Shape, shapes, stats } from "./shapes";

/** A selection of entries: those of a project, of an environment (`none`: without one), or of both. */
export type Selection = { project?: string | undefined; env?: BoundEnvironment | undefined };

/** When a value expires, and after how many days it is to be replaced. */
export type Dates = { expiresAt?: string | null; rotateEveryDays?: number | null };

export type VaultClient = ReturnType<typeof vaultClient>;

/** The API calls that the commands need, typed by their contracts. API errors become CliErrors with an exit code. */
export function vaultClient(settings: Settings) {
  let key: Promise<string> | undefined;
  // Loaded only in CI: it costs every other call a millisecond.
  const authorization = async () => {
    const asked = (key ??=
      settings.key === null
        ? import("../credentials/oidc").then((oidc) => oidc.issuedKey(settings))
        : Promise.resolve(settings.key));
    try {
      return { Authorization: `Bearer ${await asked}` };
    } catch (error) {
      // A refusal is not kept: under --watch the next look asks again.
      if (key === asked) key = undefined;
      throw error;
    }
  };
  const sent = async (operation: Operation, input: Sent = {}, headers: Record<string, string> = {}) => {
    const attempt = async () =>
      sendWithRetry(settings, operation.method, pathOf(operation, input), input.body, {
        ...headers,
        ...(await authorization()),
      });
    const answer = await attempt();
    if (answer.status !== 401 || settings.key !== null) return answer;
    // A key that was issued for the job has ended, under --watch: the next one is asked for.
    key = undefined;
    return attempt();
  };
  const text = async (operation: Operation, input?: Sent, only: Only = {}): Promise<Answer> =>
    accepted(await sent(operation, input, preconditionOf(only)), settings);
  const answered = async <C extends ContractSpec>(
    operation: Operation<C>,
    input: CallInput<C>,
    only?: Only,
  ): Promise<{ content: CallOutput<C>; version: number | undefined }> => {
    const answer = await text(operation, input, only);
    return { content: parsed(answer, settings) as CallOutput<C>, version: versionOf(answer) };
  };
  const json = async <C extends ContractSpec>(operation: Operation<C>, input: CallInput<C>, only?: Only) =>
    (await answered(operation, input, only)).content;
  const calls = {
    whoAmI: () => json(operations.whoAmI, {}),
    listCategories: () => json(operations.listCategories, {}),
    createCategory: (body: { name: string; keyType: "simple"; envVarName: string }, only?: Only) =>
      json(operations.createCategory, { body }, only),
    listEntries: () => json(operations.listEntries, {}),
    createEntry: (
      body: { categoryId: string; name: string; value: string; environment?: Environment } & Dates,
      only?: Only,
    ) => json(operations.createEntry, { body }, only),
    updateEntry: (
      id: string,
      body: { value?: string; name?: string; environment?: Environment | null } & Dates,
      only?: Only,
    ) => json(operations.updateEntry, { params: { id }, body }, only),
    /** With the version that was revealed, where the answer tells it. */
    async revealEntry(id: string): Promise<RevealedEntry & { version: number | undefined }> {
      const { content, version } = await answered(operations.revealEntry, { params: { id } });
      return { ...content, version };
    },
    listTwoFactorTokens: () => json(operations.listTwoFactorTokens, {}),
    revealCode: (id: string) => json(operations.revealTwoFactorCode, { params: { id } }),
    listEnvProjects: async () => (await json(operations.listEnvProjects, {})).data,
    getEnvProject: async (id: string) => (await json(operations.getEnvProject, { params: { id } })).data,
    createEnvProject: async (name: string, only?: Only) =>
      (await json(operations.createEnvProject, { body: { name } }, only)).data,
    saveEnvFile: async (id: string, fileType: EnvFileType, content: string, only?: Only) =>
      (await json(operations.saveEnvFile, { params: { id }, body: { fileType, content } }, only)).data,
    /** With the version that was revealed, where the answer tells it; if asked for, with references resolved. */
    async revealEnvFile(
      id: string,
      fileId: string,
      { resolve = false } = {},
    ): Promise<RevealedEnvFile & { version: number | undefined }> {
      const { content, version } = await answered(operations.revealEnvFile, {
        params: { id, fileId },
        ...(resolve ? { query: { resolve: "true" } } : {}),
      });
      return { ...content.data, version };
    },
    listFileLinks: async (id: string, fileId: string) =>
      (await json(operations.listFileLinks, { params: { id, fileId } })).data,
    getEntryUses: (id: string) => json(operations.getEntryUses, { params: { id } }),
    resolveEnvProject: async (id: string, body: ResolveEnvProject) =>
      (await json(operations.resolveEnvProject, { params: { id }, body })).data,
    listReminders: async () => (await json(operations.listReminders, {})).data,
    listActivity: (limit: number) => json(operations.listActivity, { query: { limit } }),
    createShareLink: (body: CreateShareLink) => json(operations.createShareLink, { body }),
    listShareLinks: () => json(operations.listShareLinks, {}),
    listEntryVersions: (id: string) => json(operations.listEntryVersions, { params: { id } }),
    restoreEntryVersion: (id: string, version: number, only?: Only) =>
      json(operations.restoreEntryVersion, { params: { id, version: String(version) } }, only),
    listEnvFileVersions: async (id: string, fileId: string) =>
      (await json(operations.listEnvFileVersions, { params: { id, fileId } })).data,
    restoreEnvFileVersion: async (id: string, fileId: string, version: number, only?: Only) =>
      (await json(operations.restoreEnvFileVersion, { params: { id, fileId, version: String(version) } }, only)).data,
    importItems: (body: ImportItems) => json(operations.importItems, { body }),
  };
  /** The export's text, the names of what it skipped, and those that more than one entry sets. */
  async function exportAs(
    format: ExportFormat,
    { project, env }: Selection,
  ): Promise<{ text: string; skipped: string[]; repeated: string[] }> {
    const answer = await text(operations.exportEntries, { query: { format, project, environment: env } });
    if (!isExport(answer) || (format === "json" && !variablesIn(answer.text))) throw notAVault(settings, answer);
    return { text: answer.text, skipped: namesIn(answer, "skipped"), repeated: namesIn(answer, "repeated") };
  }
  return {
    ...checked(calls, shapes, settings),
    deleteEntry: async (id: string, only?: Only): Promise<void> =>
      void (await text(operations.deleteEntry, { params: { id } }, only)),
    deleteShareLink: async (id: string): Promise<void> =>
      void (await text(operations.deleteShareLink, { params: { id } })),
    /** The entries with their ETag; null if they still have this one. */
    async listEntriesUnless(etag: string | null): Promise<{ entries: ListedEntry[]; etag: string | null } | null> {
      const answer = await sent(operations.listEntries, {}, etag ? { "If-None-Match": etag } : {});
      if (etag !== null && answer.status === 304) return null;
      const entries = parsed(accepted(answer, settings), settings);
      if (!shapes.listEntries(entries)) throw notAVault(settings, answer);
      return { entries: entries as ListedEntry[], etag: answer.headers.etag ?? null };
    },
    export: exportAs,
    /** Everything as JSON, byte for byte, while it arrives. `write` gets an error in it if the answer breaks off. */
    exportEverything: async (write: (chunks: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void> =>
      receive(
        settings,
        operations.exportEverything.method,
        operations.exportEverything.path,
        await authorization(),
        async (answer, goOn) => {
          const isWhole = answer.statusCode === 200 && isJson(toAnswer(answer));
          if (isWhole) return write(untilItsEnd(answer, goOn));
          const refused = await read(answer);
          throw notAVault(settings, accepted(refused, settings));
        },
      ),
    /** The export's variables in its order, repeated names included, and the names of what it skipped. */
    async exportVariables(selection: Selection): Promise<{ variables: Variable[]; skipped: string[] }> {
      const { text, skipped } = await exportAs("json", selection);
      return { variables: variablesIn(text) ?? [], skipped };
    },
    /** Resolves if the vault accepts the key, whatever its scopes. */
    async assertKeyIsKnown(): Promise<void> {
      const answer = await sent(operations.getStats);
      const shape = answer.status === 403 ? refusal : stats;
      if (!shape(parsed(answer.status === 403 ? answer : accepted(answer, settings), settings)))
        throw notAVault(settings, answer);
    },
  };
}

/** The calls. Only responses with a vault's shape are passed on. */
function checked<Calls extends Record<keyof Calls, (...args: never[]) => Promise<unknown>>>(
  calls: Calls,
  shapeOf: Record<keyof Calls, Shape>,
  settings: Settings,
): Calls {
  const names = Object.keys(calls) as (keyof Calls)[];
  return Object.fromEntries(
    names.map((name) => [
      name,
      async (...args: never[]) => {
        const answer = await calls[name](...args);
        if (!shapeOf[name](answer)) throw notAVault(settings, { headers: {}, text: "-" });
        return answer;
      },
    ]),
  ) as Calls;
}

function accepted(answer: Answer, settings: Settings): Answer {
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status >= 300 && status < 400) throw redirected(settings, answer);
  const body = isJson(answer) ? (parsed(answer, settings) as { error?: unknown; code?: unknown }) : null;
  if (typeof body?.error !== "string") throw refusedBefore(settings, answer);
  if (status === 412) throw new ChangedMeanwhile(body.error);
  throw new CliError(
    status === 401 ? "authentication" : status === 502 || status === 503 || status === 504 ? "network" : "refused",
    body.error,
    [],
    typeof body.code === "string" ? body.code : null,
  );
}

const toAnswer = ({ statusCode = 0, headers }: IncomingMessage): Answer => ({ status: statusCode, headers, text: "" });

const end = "]}\n";

/** A proxy may end cleanly what broke off behind it, so the document's own end is looked for too. */
async function* untilItsEnd(answer: IncomingMessage, goOn: () => void): AsyncGenerator<Uint8Array> {
  let tail = "";
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    goOn();
    tail = (tail + chunk.subarray(-end.length).toString("latin1")).slice(-end.length);
    yield chunk;
  }
  if (tail !== end)
    throw new CliError(
      "network",
      "The vault's answer broke off: it is incomplete, and no file was written. Try again.",
    );
}

const isJson = ({ headers }: Answer) => /^application\/json\b/i.test(headers["content-type"] ?? "");

function parsed(answer: Answer, settings: Settings): unknown {
  try {
    const json: unknown = isJson(answer) ? JSON.parse(answer.text) : null;
    if (typeof json === "object" && json !== null) return json;
  } catch {
    // Said below.
  }
  throw notAVault(settings, answer);
}
