import type { ContractSpec } from "../contracts/contract";

type Answered<C extends ContractSpec> = C["reply"] extends { json: unknown }
  ? "json"
  : C["reply"] extends { text: string }
    ? "text"
    : "none";

export type Operation<C extends ContractSpec = ContractSpec> = {
  method: C["method"];
  path: C["path"];
  answer: Answered<C>;
  /** Only for the types. */
  contract?: C;
};

/** Method, path and kind of answer are the contract's own literal types, so that a wrong one does not compile. */
export const operation = <C extends ContractSpec>(
  method: C["method"],
  path: C["path"],
  answer: Answered<C>,
): Operation<C> => ({
  method,
  path,
  answer,
});

/** What an operation takes, for programs that know it only by its type. */
export type Sent = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** The path below /api, its parameters percent-encoded, with the query. */
export function pathOf({ path }: Pick<Operation, "path">, { params = {}, query = {} }: Omit<Sent, "body">): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return search.size > 0 ? `${filled}?${search}` : filled;
}
