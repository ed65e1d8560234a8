import { z } from "zod";
import { actsInVault, type ContractSpec } from "./contract";
import { preconditionHeaders } from "./precondition";

const teamHeader = () =>
  z.uuid().optional().meta({
    description:
      "Of a session: the team in whose vault it acts; without it, in its user's own. An access key acts where it was made",
  });

/** The headers that an operation reads, for the API's description; null if there are none. */
export function requestHeadersOf(contract: ContractSpec): z.ZodObject | null {
  const headers = {
    ...Object.fromEntries((contract.conditional ?? []).map((name) => [name, preconditionHeaders[name]])),
    ...(actsInVault(contract) && { "X-Team-Id": teamHeader() }),
  };
  return Object.keys(headers).length > 0 ? z.object(headers) : null;
}
