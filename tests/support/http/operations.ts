import { randomBytes, randomUUID } from "node:crypto";
import type { ContractSpec } from "@/lib/contracts/contract";

/** Any operation of the API as a request. Guard tests send these for contracts that they know only from the list. */
export type Operation = { path: string; init: { method: string; headers: Record<string, string>; body?: string } };

/**
 * The request of a contract with the example body of its schema. Ids are random and lead to nothing, unless given. A
 * number is 1.
 */
export function operation(
  contract: ContractSpec,
  { ids = {}, body = exampleBody(contract) }: { ids?: Record<string, string>; body?: string | undefined } = {},
): Operation {
  const usual = (name: string) =>
    contract.numbers?.includes(name)
      ? "1"
      : contract.tokens?.includes(name)
        ? randomBytes(16).toString("base64url")
        : randomUUID();
  const path = `/api${contract.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? usual(name))}`;
  return {
    path,
    init: {
      method: contract.method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body }),
    },
  };
}

export function exampleBody({ body }: ContractSpec): string | undefined {
  return body && JSON.stringify(body.meta()?.example);
}

export const pathIdsOf = ({ path, numbers = [] }: ContractSpec): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").filter((name) => !numbers.includes(name));
