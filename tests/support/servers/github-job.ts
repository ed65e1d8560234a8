import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Issuer } from "./issuer";

/** What GitHub Actions gives a job that may ask for ID tokens: an address and a credential for it. Ends with the test. */
export async function githubJob(issuer: Issuer) {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const url = new URL(incoming.url ?? "", "http://127.0.0.1");
      asked.push(url.search);
      const isAllowed = incoming.headers.authorization === "Bearer not-a-real-runner-credential";
      outgoing.writeHead(isAllowed ? 200 : 401, { "Content-Type": "application/json" });
      const token = await issuer.token({ aud: url.searchParams.get("audience") });
      outgoing.end(JSON.stringify(isAllowed ? { value: token } : {}));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const env = {
    GITHUB_ACTIONS: "true",
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "not-a-real-runner-credential",
  };
  return { env, asked };
}
