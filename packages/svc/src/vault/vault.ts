import type { IncomingMessage } from "node:http";
import type { KeyCategory } from "../../../../lib/contracts/vault/categories";
import type { KeyEntry, ListedEntry, RevealedEntry } from "../../../../lib/contracts/vault/entries";
import type {
  EnvFile,
  EnvFileType,
  EnvProject,
  EnvProjectWithFiles,
  RevealedEnvFile,
} from "../../../../lib/contracts/vault/envs";
import type { ExportFormat } from "../../../../lib/contracts/vault/export";
import type { BoundEnvironment } from "../../../../lib/contracts/access/grants";
import type { ImportItems, ImportResult } from "../../../../lib/contracts/vault/import";
import type { CreatedShareLink, CreateShareLink, ShareLink } from "../../../../lib/contracts/vault/links";
import type { Reminder } from "../../../../lib/contracts/access/reminders";
import type {
  EntryUses,
  ResolvedVariables,
  ResolveEnvProject,
  VariableLink,
} from "../../../../lib/contracts/vault/references";
import type { TwoFactorCode, TwoFactorToken } from "../../../../lib/contracts/vault/two-factor";
import type { EntryVersion, EnvFileVersion } from "../../../../lib/contracts/vault/versions";
import type { WhoAmI } from "../../../../lib/contracts/access/whoami";
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
  const sent = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const attempt = async () => sendWithRetry(settings, method, path, body, { ...headers, ...(await authorization()) });
    const answer = await attempt();
    if (answer.status !== 401 || settings.key !== null) return answer;
    // A key that was issued for the job has ended, under --watch: the next one is asked for.
    key = undefined;
    return attempt();
  };
  const text = async (method: string, path: string, body?: unknown, only: Only = {}): Promise<Answer> =>
    accepted(await sent(method, path, body, preconditionOf(only)), settings);
  const answered = async <T>(
    method: string,
    path: string,
    body?: unknown,
    only?: Only,
  ): Promise<{ content: T; version: number | undefined }> => {
    const answer = await text(method, path, body, only);
    return { content: parsed(answer, settings) as T, version: versionOf(answer) };
  };
  const json = async <T>(method: string, path: string, body?: unknown, only?: Only): Promise<T> =>
    (await answered<T>(method, path, body, only)).content;
  const data = async <T>(method: string, path: string, body?: unknown, only?: Only): Promise<T> =>
    (await json<{ data: T }>(method, path, body, only)).data;
  const calls = {
    whoAmI: () => json<WhoAmI>("GET", "/whoami"),
    listCategories: () => json<KeyCategory[]>("GET", "/categories"),
    createCategory: (body: { name: string; keyType: "simple"; envVarName: string }, only?: Only) =>
      json<KeyCategory>("POST", "/categories", body, only),
    listEntries: () => json<ListedEntry[]>("GET", "/entries"),
    createEntry: (
      body: { categoryId: string; name: string; value: string; environment?: string } & Dates,
      only?: Only,
    ) => json<KeyEntry>("POST", "/entries", body, only),
    updateEntry: (
      id: string,
      body: { value?: string; name?: string; environment?: string | null } & Dates,
      only?: Only,
    ) => json<KeyEntry>("PUT", `/entries/${encodeURIComponent(id)}`, body, only),
    /** With the version that was revealed, where the answer tells it. */
    async revealEntry(id: string): Promise<RevealedEntry & { version: number | undefined }> {
      const { content, version } = await answered<RevealedEntry>("POST", `/entries/${encodeURIComponent(id)}/reveal`);
      return { ...content, version };
    },
    listTwoFactorTokens: () => json<TwoFactorToken[]>("GET", "/2fa"),
    revealCode: (id: string) => json<TwoFactorCode>("POST", `/2fa/${encodeURIComponent(id)}/reveal`),
    listEnvProjects: () => data<EnvProject[]>("GET", "/envs"),
    getEnvProject: (id: string) => data<EnvProjectWithFiles>("GET", `/envs/${id}`),
    createEnvProject: (name: string, only?: Only) => data<EnvProject>("POST", "/envs", { name }, only),
    saveEnvFile: (id: string, fileType: EnvFileType, content: string, only?: Only) =>
      data<EnvFile>("POST", `/envs/${id}/files`, { fileType, content }, only),
    /** With the version that was revealed, where the answer tells it; if asked for, with references resolved. */
    async revealEnvFile(
      id: string,
      fileId: string,
      { resolve = false } = {},
    ): Promise<RevealedEnvFile & { version: number | undefined }> {
      const { content, version } = await answered<{ data: RevealedEnvFile }>(
        "POST",
        `/envs/${id}/files/${fileId}/reveal${resolve ? "?resolve=true" : ""}`,
      );
      return { ...content.data, version };
    },
    listFileLinks: (id: string, fileId: string) => data<VariableLink[]>("GET", `/envs/${id}/files/${fileId}/links`),
    getEntryUses: (id: string) => json<EntryUses>("GET", `/entries/${encodeURIComponent(id)}/uses`),
    resolveEnvProject: (id: string, body: ResolveEnvProject) =>
      data<ResolvedVariables>("POST", `/envs/${id}/resolve`, body),
    listReminders: () => data<Reminder[]>("GET", "/reminders"),
    createShareLink: (body: CreateShareLink) => json<CreatedShareLink>("POST", "/links", body),
    listShareLinks: () => json<ShareLink[]>("GET", "/links"),
    listEntryVersions: (id: string) => json<EntryVersion[]>("GET", `/entries/${encodeURIComponent(id)}/versions`),
    restoreEntryVersion: (id: string, version: number, only?: Only) =>
      json<KeyEntry>("POST", `/entries/${encodeURIComponent(id)}/versions/${version}/restore`, undefined, only),
    listEnvFileVersions: (id: string, fileId: string) =>
      data<EnvFileVersion[]>("GET", `/envs/${id}/files/${fileId}/versions`),
    restoreEnvFileVersion: (id: string, fileId: string, version: number, only?: Only) =>
      data<EnvFile>("POST", `/envs/${id}/files/${fileId}/versions/${version}/restore`, undefined, only),
    importItems: (body: ImportItems) => json<ImportResult>("POST", "/import", body),
  };
  /** The export's text, the names of what it skipped, and those that more than one entry sets. */
  async function exportAs(
    format: ExportFormat,
    { project, env }: Selection,
  ): Promise<{ text: string; skipped: string[]; repeated: string[] }> {
    const query = new URLSearchParams({
      format,
      ...(project === undefined ? {} : { project }),
      ...(env === undefined ? {} : { environment: env }),
    });
    const answer = await text("GET", `/export?${query}`);
    if (!isExport(answer) || (format === "json" && !variablesIn(answer.text))) throw notAVault(settings, answer);
    return { text: answer.text, skipped: namesIn(answer, "skipped"), repeated: namesIn(answer, "repeated") };
  }
  return {
    ...checked(calls, shapes, settings),
    deleteEntry: async (id: string, only?: Only): Promise<void> =>
      void (await text("DELETE", `/entries/${encodeURIComponent(id)}`, undefined, only)),
    deleteShareLink: async (id: string): Promise<void> =>
      void (await text("DELETE", `/links/${encodeURIComponent(id)}`)),
    /** The entries with their ETag; null if they still have this one. */
    async listEntriesUnless(etag: string | null): Promise<{ entries: ListedEntry[]; etag: string | null } | null> {
      const answer = await sent("GET", "/entries", undefined, etag ? { "If-None-Match": etag } : {});
      if (etag !== null && answer.status === 304) return null;
      const entries = parsed(accepted(answer, settings), settings);
      if (!shapes.listEntries(entries)) throw notAVault(settings, answer);
      return { entries: entries as ListedEntry[], etag: answer.headers.etag ?? null };
    },
    export: exportAs,
    /** Everything as JSON, byte for byte, while it arrives. `write` gets an error in it if the answer breaks off. */
    exportEverything: async (write: (chunks: AsyncIterable<Uint8Array>) => Promise<void>): Promise<void> =>
      receive(settings, "POST", "/export/everything", await authorization(), async (answer, goOn) => {
        const isWhole = answer.statusCode === 200 && isJson(toAnswer(answer));
        if (isWhole) return write(untilItsEnd(answer, goOn));
        const refused = await read(answer);
        throw notAVault(settings, accepted(refused, settings));
      }),
    /** The export's variables in its order, repeated names included, and the names of what it skipped. */
    async exportVariables(selection: Selection): Promise<{ variables: Variable[]; skipped: string[] }> {
      const { text, skipped } = await exportAs("json", selection);
      return { variables: variablesIn(text) ?? [], skipped };
    },
    /** Resolves if the vault accepts the key, whatever its scopes. */
    async assertKeyIsKnown(): Promise<void> {
      const answer = await sent("GET", "/stats");
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
