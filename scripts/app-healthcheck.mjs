// The container's HEALTHCHECK: 0 when the vault is ready, 1 otherwise.
import http from "node:http";
import https from "node:https";

// Where the vault speaks TLS itself, its certificate is not checked: it names the machine as others see it, and this asks
// the process beside it, and tells it nothing.
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
