// Whether the time of an answer tells a key that is limited to a project what other projects have: a reference to an entry
// that exists outside its limits against one to an entry that exists nowhere (`resolve`), a value that such an entry holds
// against one that nobody holds (`links`), and the id of such an entry against one of nothing (`uses`), taking turns. Both
// kinds are answered byte for byte alike, or it ends with 1. Prints the medians and by how many standard deviations the
// ranks of the two kinds lie apart (Mann and Whitney). Ends with 1 when medians lie more than 5 % apart.
//
//     node scripts/build.mjs && node tests/bench/timing/reach-timing.mjs [requests of each kind, 1000 unless told]
import { randomUUID } from "node:crypto";
import { cookiesOf, quantile, rankDistance, signInForm, startVault } from "./timing.mjs";

const requests = Number(process.argv[2] ?? 1000);
const apartMax = 0.05;
/** Entries in the key's own project, and in the other. */
const entriesOfEach = 200;
/** Variables of each file. */
const variables = 20;

const settings = process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {};
const vault = await startVault(settings);
try {
  const session = await signedIn();
  const { id: categoryId } = await session("POST", "/api/categories", {
    name: "Stripe",
    keyType: "simple",
    envVarName: "STRIPE_SECRET_KEY",
    icon: "stripe",
  });
  const entries = { outside: [], inside: [] };
  for (let at = 0; at < entriesOfEach; at += 1)
    for (const name of ["inside", "outside"])
      entries[name].push(
        await session("POST", "/api/entries", {
          categoryId,
          name: name === "inside" ? name : `outside-${at}`,
          value: `sk_test_not_a_real_key_${name}_${at}`,
        }),
      );
  const { key } = await session("POST", "/api/access-keys", {
    name: "bench",
    scopes: ["entries:read", "entries:reveal", "envs:reveal"],
    projects: ["inside"],
  });
  const { data: project } = await session("POST", "/api/envs", { name: "inside" });
  const lines = (line) => Array.from({ length: variables }, (_, at) => `NAME_${at}=${line(at)}\n`).join("");
  const texts = {
    resolve: {
      there: lines((at) => `svc://Stripe/outside-${at}/-`),
      nowhere: lines((at) => `svc://Stripe/nowhere-${at}/-`),
    },
    links: {
      there: lines((at) => `sk_test_not_a_real_key_outside_${at}`),
      nowhere: lines((at) => `sk_test_not_a_real_key_nowhere_${at}`),
    },
  };
  const file = async (fileType, content) =>
    (await session("POST", `/api/envs/${project.id}/files`, { fileType, content })).data.id;
  const asKey = caller({ Authorization: `Bearer ${key}` });
  const timed = async (method, path) => {
    const began = performance.now();
    const { status, text } = await asKey(method, path);
    return { ms: performance.now() - began, answer: `${status} ${text}` };
  };
  let isWithinBound = true;
  for (const what of ["resolve", "links", "uses"]) {
    const ms = { there: [], nowhere: [] };
    // Twice, with the files changed about, so that it is not the file that makes a difference.
    for (const types of [
      ["env", "env.local"],
      ["env.local", "env"],
    ]) {
      const paths =
        what === "uses"
          ? { there: `/api/entries/${entries.outside[0].id}/uses`, nowhere: `/api/entries/${randomUUID()}/uses` }
          : Object.fromEntries(
              await Promise.all(
                Object.entries(texts[what]).map(async ([kind, text], at) => [
                  kind,
                  `/api/envs/${project.id}/files/${await file(types[at], text)}/${what === "links" ? "links" : "reveal?resolve=true"}`,
                ]),
              ),
            );
      const method = what === "resolve" ? "POST" : "GET";
      for (let at = -50; at < requests / 2; at += 1) {
        const turn = at % 2 === 0 ? ["there", "nowhere"] : ["nowhere", "there"];
        const answers = {};
        for (const kind of turn) {
          const { ms: took, answer } = await timed(method, paths[kind]);
          // They name their own file.
          answers[kind] = answer.replaceAll("env.local", "env");
          // The first ones warm up.
          if (at >= 0) ms[kind].push(took);
        }
        if (answers.there !== answers.nowhere)
          throw new Error(`${what} is answered differently:\n${answers.there}\n${answers.nowhere}`);
      }
    }
    const [there, nowhere] = [quantile(ms.there, 0.5), quantile(ms.nowhere, 0.5)];
    const apart = Math.abs(there - nowhere) / nowhere;
    isWithinBound &&= apart <= apartMax;
    console.log(
      `${what.padEnd(8)} ${ms.there.length} of each   outside ${there.toFixed(3)} ms   nowhere ${nowhere.toFixed(3)} ms   ${(100 * apart).toFixed(1)} % apart   ranks ${rankDistance(ms.there, ms.nowhere).toFixed(2)} standard deviations apart`,
    );
  }
  process.exitCode = isWithinBound ? 0 : 1;
} finally {
  await vault.end();
}

/** Sends requests with these headers. */
function caller(headers) {
  return async (method, path, body) => {
    const response = await fetch(vault.baseUrl + path, {
      method,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
}

/** A new account's session. Throws for every answer that is not a success. */
async function signedIn() {
  const person = { email: `${randomUUID()}@example.com`, password: "not-a-real-password" };
  await caller({})("POST", "/api/auth/register", person);
  const signIn = await signInForm(vault.baseUrl);
  const cookies = cookiesOf(await signIn(person.email, person.password));
  const ask = caller({ Cookie: cookies, Origin: vault.baseUrl });
  return async (method, path, body) => {
    const { status, text } = await ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
    return JSON.parse(text);
  };
}
