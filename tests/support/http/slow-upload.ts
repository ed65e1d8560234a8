import { request } from "node:http";
import { type Actor, sharedBaseUrl } from "../callers/actors";
import type { Answer } from "./raw";

/**
 * Starts a request without its body, and resolves when the server asks for the body. By then it has authenticated and
 * authorised the caller (`Expect: 100-continue` shows this to the outside).
 */
export function beginUpload(
  who: Actor,
  method: string,
  path: string,
  body: unknown,
  baseUrl = sharedBaseUrl(),
): Promise<{ finish(): Promise<Answer> }> {
  const text = JSON.stringify(body);
  const headers = {
    ...who.headers,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(text),
    Expect: "100-continue",
  };
  const outgoing = request(baseUrl + path, { method, headers });
  const answer = new Promise<Answer>((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      let received = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => (received += chunk));
      incoming.once("end", () =>
        resolve({
          status: incoming.statusCode ?? 0,
          text: received,
          json: received === "" ? undefined : JSON.parse(received),
        }),
      );
    });
  });
  outgoing.flushHeaders();
  return new Promise((resolve, reject) => {
    answer.then(({ status }) => reject(new Error(`answered with ${status} before the body was sent`)), reject);
    outgoing.once("continue", () => {
      outgoing.write(text.slice(0, 1));
      resolve({
        finish: () => {
          outgoing.end(text.slice(1));
          return answer;
        },
      });
    });
  });
}
