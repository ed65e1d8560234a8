// Derives from npm's output, in a sentence, why an install failed and what to do about it. Uses only Node's own
// modules, like setup.mjs.

const unreachable = new Set([
  ...["ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ETIMEDOUT", "ERR_SOCKET_TIMEOUT", "FETCH_ERROR"],
]);
const untrusted = ["SELF_SIGNED_CERT_", "DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_", "CERT_"];

/** The host and the package in a registry's URL, which ends with the package's name or its file. */
function addressed(address) {
  if (!URL.canParse(address)) return { host: "the registry", asked: "" };
  const { host, pathname } = new URL(address);
  const parts = decodeURIComponent(pathname.split("/-/")[0] ?? "")
    .split("/")
    .filter((part) => part !== "");
  return { host, asked: parts.slice(parts.at(-2)?.startsWith("@") ? -2 : -1).join("/") };
}

/**
 * @param {string} output what npm printed
 * @param {{ lock?: { packages?: Record<string, { integrity?: string }> }, folder: string }} place
 * @returns {{ why: string, todo: string }}
 */
export function installFault(output, { lock, folder }) {
  // npm's warnings contain other URLs.
  const errors = output
    .split("\n")
    .filter((line) => /^npm (?:error|ERR!) /.test(line))
    .join("\n");
  const find = (pattern) => pattern.exec(errors)?.[1] ?? "";
  const at = find(/^npm (?:error|ERR!) path (.+)$/m);
  const code = find(/^npm (?:error|ERR!) code (\S+)/m);
  const { host, asked } = addressed(find(/(https?:\/\/[^\s,]+)/));

  if (unreachable.has(code))
    return {
      why: `${host} could not be reached${asked ? ` for the package ${asked}` : ""} (${code})`,
      todo: "Check the network, and behind a proxy `npm config get proxy`; for another registry `npm config get registry`. Then start again: packages that have arrived are kept.",
    };
  if (untrusted.some((start) => code.startsWith(start)))
    return {
      why: `the certificate of ${host} is not trusted (${code})`,
      todo: "If a proxy inspects TLS connections, name its certificate in NODE_EXTRA_CA_CERTS. Then start again.",
    };
  if (code === "E401" || code === "E403")
    return {
      why: `${host} refused${asked ? ` the package ${asked}` : ""} (${code})`,
      todo: "Sign in to it with `npm login`, or name another registry with `npm config set registry`. Then start again.",
    };
  if (code === "E404" || code === "ETARGET") {
    const wanted = find(/ '([\w.@/-]+)' /) || find(/No matching version found for (\S+)/);
    return {
      why: `the registry lacks the package ${wanted.replace(/\.$/, "") || asked || "that was asked for"} (${code})`,
      todo: "Ask `npm config get registry`: a mirror of another registry may be outdated or incomplete. Name a complete one with `npm config set registry`. Then start again.",
    };
  }
  if (code === "EINTEGRITY") {
    const integrity = find(/wanted (sha\d+-[\w+/=]+)/);
    const [place] = Object.entries(lock?.packages ?? {}).find(([, entry]) => entry.integrity === integrity) ?? [];
    const name = place?.split("node_modules/").at(-1);
    return {
      why: `the package ${name ?? "that arrived"} is not the one that package-lock.json names (EINTEGRITY)`,
      todo: "Something between the registry and here changed it, or package-lock.json was changed. Restore that file with `git checkout package-lock.json`, empty npm's cache with `npm cache clean --force`, and start again. Don't go on if it stays so.",
    };
  }
  if (code === "ENOSPC" || code === "EDQUOT")
    return {
      why: `there is no space left for the packages in ${folder} (${code})`,
      todo: "They take about 1 GB, and npm's cache (`npm config get cache`) some more. Free some space, then start again.",
    };
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return {
      why: `this user may not write to ${at || folder} (${code})`,
      todo: "Start as the owner of this folder and of npm's cache (`npm config get cache`), or give both to this user. Then start again.",
    };
  }
  if (code === "EBADENGINE")
    return {
      why: `the package ${find(/\/npm: (\S+)/) || "that was asked for"} is not for this Node (${process.versions.node})`,
      todo: "Install Node's current long-term release, or turn `engine-strict` off in npm's settings. Then start again.",
    };
  if (at.includes("node_modules") && errors.includes(" command failed")) {
    const name = at.replaceAll("\\", "/").split("node_modules/").at(-1);
    return compileFault(name, find(/^npm (?:error|ERR!) command (?!failed)(?:sh -c )?(.+)$/m));
  }
  return {
    why: code ? `npm ended with ${code}` : "npm ended without saying why",
    todo: "See what npm said, below.",
  };
}

/** A package without a binary for this platform that could not be compiled either. */
export const compileFault = (name, command = "") => ({
  why: `the package ${name} has no binary for ${process.platform} on ${process.arch}, and could not be compiled${command ? ` (${command})` : ""}`,
  todo: "There are binaries for Linux, macOS and Windows on x64 and arm64. Elsewhere install Python, make and a C++ compiler (Debian: `apt install python3 make g++`), then run `npm rebuild` and start again.",
});
