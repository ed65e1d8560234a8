import type { OutgoingHttpHeaders } from "node:http";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { AddressRefused, lookupFor, mayLeadTo, type Reach } from "./public-addresses";

/** Why there was no response. `too-long`: it had more bytes than were allowed. */
export type OutboundFault =
  "address-refused" | "name-unknown" | "unreachable" | "certificate-refused" | "timed-out" | "too-long";

/** A request of the vault's own had no response. */
export class OutboundError extends Error {
  constructor(readonly fault: OutboundFault) {
    super(fault);
    this.name = "OutboundError";
  }
}

export type OutboundRequest = {
  method: "GET" | "POST";
  headers: OutgoingHttpHeaders;
  body?: string;
  reach: Reach;
  /** From the look-up of the name to the end of the response. */
  milliseconds: number;
  /** How many bytes of the response's body are read; without it, none is. */
  bodyBytesMax?: number;
  signal?: AbortSignal | undefined;
  lookup?: LookupFunction | undefined;
};

export type OutboundResponse = { status: number; header: (name: string) => string | null; text: string };

/**
 * Sends a request to an address that somebody with an account named. It follows no redirect, sends no cookie, and connects
 * to no other address than the one that was checked. Rejects with `OutboundError`.
 */
export function sendOutbound(url: URL, given: OutboundRequest): Promise<OutboundResponse> {
  const { method, headers, body, reach, milliseconds, bodyBytesMax, signal, lookup = lookupFor[reach] } = given;
  if (!mayLeadTo(url, reach)) return Promise.reject(new OutboundError("address-refused"));
  const late = AbortSignal.timeout(milliseconds);
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error instanceof OutboundError ? error : new OutboundError(late.aborted ? "timed-out" : faultOf(error)));
    const outgoing = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
      method,
      // A connection of its own: a kept one would skip the look-up.
      agent: false,
      lookup,
      signal: signal ? AbortSignal.any([late, signal]) : late,
      headers,
    });
    outgoing.on("response", (incoming) => {
      const status = incoming.statusCode ?? 0;
      const header = (name: string) => [incoming.headers[name]].flat()[0] ?? null;
      if (bodyBytesMax === undefined) {
        resolve({ status, header, text: "" });
        incoming.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > bodyBytesMax) incoming.destroy(new OutboundError("too-long"));
        else chunks.push(chunk);
      });
      incoming.on("end", () => resolve({ status, header, text: Buffer.concat(chunks).toString("utf8") }));
      incoming.on("error", fail);
    });
    outgoing.on("error", fail);
    // Node closes the connection without a word if the server would rather speak another protocol (101).
    outgoing.on("upgrade", (_response, socket) => {
      socket.destroy();
      fail(new OutboundError("unreachable"));
    });
    outgoing.end(body);
  });
}

function faultOf(error: NodeJS.ErrnoException): OutboundFault {
  if (error instanceof AddressRefused) return "address-refused";
  const { code = "" } = error;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "name-unknown";
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code)) return "certificate-refused";
  return "unreachable";
}
