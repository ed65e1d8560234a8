// The container's HEALTHCHECK: exits with 0 if the vault is ready, otherwise with 1.
import http from "node:http";
import https from "node:https";

// If the vault serves TLS itself, its certificate is not verified here: it names the machine as others see it, while
// this asks a process on the same machine and sends no data.
const [scheme, { get }] = process.env.TLS_CERT_FILE ? ["https", https] : ["http", http];
process.exitCode = 1;
get(
  `${scheme}://127.0.0.1:${process.env.PORT || 3000}/readyz`,
  { agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(4_000) },
  (answer) => {
    process.exitCode = answer.statusCode === 200 ? 0 : 1;
    answer.resume();
  },
).on("error", () => {});
