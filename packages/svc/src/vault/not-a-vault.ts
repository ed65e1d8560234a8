import { CliError } from "../cli-error";
import type { Answer } from "./http";
import type { Settings } from "../settings";

/** For a 2xx response that is not a vault's: nothing of it is used. */
export function notAVault({ url }: Settings, { headers, text }: Pick<Answer, "headers" | "text">): CliError {
  const what = isPage(headers)
    ? "sent a web page, perhaps the sign-in page of a proxy or of this network"
    : text.trim() === ""
      ? "sent nothing"
      : "sent something else, or not all of it";
  return new CliError(
    "network",
    `${url.href} is not a vault: it ${what}. Check the address, and any proxy in between.`,
  );
}

/** For an answer that leads elsewhere: the key is sent nowhere else. */
export function redirected({ url }: Settings, { headers: { location = "" } }: Answer): CliError {
  const target = URL.canParse(location, url) ? new URL(location, url).origin : "somewhere else";
  return new CliError(
    "network",
    // Whoever copies the address of one of its pages, to which a browser was led itself.
    target === url.origin && url.pathname !== "/"
      ? `${url.href} is not the vault's address, but perhaps that of one of its pages: try ${url.origin}`
      : `${url.origin} redirects to ${target}. svc sends a key only to the address it was given: if that is your vault, use it as the address.`,
  );
}

/** For an error that comes from a proxy in front of the vault, in its own format. */
export function refusedBefore({ url }: Settings, { status, headers }: Answer): CliError {
  switch (status) {
    case 413:
      return new CliError(
        "refused",
        `The proxy in front of the vault at ${url.href} refuses a request as large as this one (413).`,
      );
    case 429:
      return new CliError(
        "refused",
        `The proxy in front of the vault at ${url.href} refuses more requests for now (429): wait, or send fewer.`,
      );
    case 502:
    case 503:
    case 504:
      return new CliError("network", `The proxy in front of the vault at ${url.href} can't reach it (${status}).`);
    case 401:
    case 403:
    case 407:
      return new CliError(
        "network",
        `A proxy in front of the vault at ${url.href}, or another server in its place, refused the request (${status}).`,
      );
    default:
      return new CliError(
        "network",
        `${url.href} is not a vault: it sent ${isPage(headers) ? "a web page" : "something else"} with status ${status}. Check the address.`,
      );
  }
}

const isPage = (headers: Answer["headers"]) => /^(text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "");
