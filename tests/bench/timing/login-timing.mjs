// Whether the time of an answer tells who has an account: as many wrong passwords for known addresses as for unknown ones,
// taking turns; with `forgotten`, requests for a link to set a new password, from a vault that mails those at once. Prints
// the medians and by how many standard deviations the ranks of the two kinds lie apart (Mann and Whitney), with that also
// of the next request after each, which the mail of a known address could delay. Ends with 1 when medians lie more than 5
// ms apart.
//
//     node scripts/build.mjs && node tests/bench/timing/login-timing.mjs [attempts of each kind, 500 unless told] [forgotten]
import { randomUUID } from "node:crypto";
import { SMTPServer } from "smtp-server";
import { quantile, rankDistance, signInForm, startVault } from "./timing.mjs";

const attempts = Number(process.argv[2] ?? 500);
const isForgotten = process.argv[3] === "forgotten";
/** An account has this many failures before it is throttled. */
const failuresOfEach = 5;
const medianMsApartMax = 5;

let mails = 0;
const mailServer = new SMTPServer({
  authOptional: true,
  logger: false,
  onData: (stream, _session, done) => stream.on("end", () => ((mails += 1), done())).resume(),
});
await new Promise((resolve) => mailServer.listen(0, "127.0.0.1", resolve));

const vault = await startVault({
  AUTH_ADDRESS_FAILURES_MAX: "1000000",
  ...(isForgotten && {
    SMTP_URL: `smtp://127.0.0.1:${mailServer.server.address().port}`,
    MAIL_FROM: "vault@example.com",
  }),
});
const { baseUrl } = vault;

try {
  const known = await accounts(baseUrl);
  const unknown = known.map(() => `${randomUUID()}@example.com`);
  const ask = isForgotten ? askingForLinks(baseUrl) : await signingIn(baseUrl);
  // The first page loads Next.
  for (let at = 0; at < 10; at += 1) await ask(`warm-up-${at}@example.com`);
  const ms = { known: [], unknown: [] };
  const next = { known: [], unknown: [] };
  for (let at = 0; at < attempts; at += 1) {
    const turn = [
      ["known", known],
      ["unknown", unknown],
    ];
    for (const [kind, emails] of at % 2 === 0 ? turn : turn.toReversed()) {
      ms[kind].push(await ask(emails[Math.floor(at / failuresOfEach)]));
      next[kind].push(await after(baseUrl));
    }
  }
  const apart = Math.abs(quantile(ms.known, 0.5) - quantile(ms.unknown, 0.5));
  for (const kind of ["known", "unknown"])
    console.log(
      `${kind.padEnd(8)} ${attempts} attempts   median ${quantile(ms[kind], 0.5).toFixed(2)} ms   5 % ${quantile(ms[kind], 0.05).toFixed(2)}   95 % ${quantile(ms[kind], 0.95).toFixed(2)}`,
    );
  console.log(`medians ${apart.toFixed(2)} ms apart, at most ${medianMsApartMax} allowed`);
  console.log(`ranks ${rankDistance(ms.known, ms.unknown).toFixed(2)} standard deviations apart`);
  console.log(
    `the next request: medians ${quantile(next.known, 0.5).toFixed(2)} and ${quantile(next.unknown, 0.5).toFixed(2)} ms, ranks ${rankDistance(next.known, next.unknown).toFixed(2)} standard deviations apart`,
  );
  if (isForgotten) console.log(`${mails} mails sent`);
  process.exitCode = apart > medianMsApartMax ? 1 : 0;
} finally {
  await vault.end();
  mailServer.close();
}

async function accounts(baseUrl) {
  const emails = Array.from({ length: Math.ceil(attempts / failuresOfEach) }, () => `${randomUUID()}@example.com`);
  for (const email of emails) {
    const { status } = await fetch(`${baseUrl}/api/auth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: "not-a-real-password" }),
    });
    if (status !== 201) throw new Error(`Registration was answered with ${status}`);
  }
  return emails;
}

/** A refused sign-in, and its time in milliseconds. */
async function signingIn(baseUrl) {
  const signIn = await signInForm(baseUrl);
  return async (email) => {
    const began = performance.now();
    const response = await signIn(email, "not-the-password");
    await response.arrayBuffer();
    const took = performance.now() - began;
    if (response.status !== 401) throw new Error(`A wrong password was answered with ${response.status}`);
    return took;
  };
}

/** A request for a link to set a new password, and its time in milliseconds. */
function askingForLinks(baseUrl) {
  return async (email) => {
    const began = performance.now();
    const response = await fetch(`${baseUrl}/api/auth/forgot-password`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email }),
    });
    await response.arrayBuffer();
    const took = performance.now() - began;
    if (response.status !== 204) throw new Error(`A request for a link was answered with ${response.status}`);
    return took;
  };
}

/** The time of a request that needs the database, in milliseconds. */
async function after(baseUrl) {
  const began = performance.now();
  await (await fetch(`${baseUrl}/readyz`)).arrayBuffer();
  return performance.now() - began;
}
