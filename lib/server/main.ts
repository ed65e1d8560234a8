import cluster from "node:cluster";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { MasterKeyError } from "../crypto/sealing/keyring";
import { MigrationError } from "../db/migrate";
import { misspelledSettings, processSettings, type Settings, SettingsError } from "../env";
import { prepare } from "../runtime/prepare";
import { makeFilesPrivate } from "../runtime/private-files";
import { databaseKind, databaseUrl, runtime } from "../runtime";
import { startMail } from "../mail/postman";
import { startDeliveries } from "../webhooks/deliverer";
import { startCleanUp } from "../schedule/clean-up";
import { startDigests } from "../schedule/digests";
import { startTellingDue } from "../schedule/due";
import { stopInOrder } from "./process/lifecycle";
import { readServerCertificate, type ServerCertificate } from "../runtime/certificate";
import { followCertificate, renewalSignals } from "./process/follow-certificate";
import { giveBackWhenIdle, limitHeapGrowth } from "./watch/memory";
import { createTlsVaultServer, createVaultServer } from "./process/listen";
import { beginMetrics } from "./watch/metrics";
import { type Pages, pagesIn } from "./pages";
import { startRetention } from "../schedule/retention";
import { welcome } from "./welcome";
import { gatherMetrics } from "./watch/worker-metrics";
import { runWorkers } from "./process/workers";

/** Starts the vault in `folder` (with the build and the migrations). Exits with 1 and a message if it can't. */
export async function start(folder: string): Promise<void> {
  makeFilesPrivate();
  limitHeapGrowth();
  try {
    await serve(folder);
  } catch (error) {
    if (!isForOperator(error)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

const isForOperator = (error: unknown): error is Error =>
  error instanceof SettingsError || error instanceof MigrationError || error instanceof MasterKeyError;

async function serve(folder: string): Promise<void> {
  const settings = processSettings();
  if (settings.WORKERS > 1 && cluster.isPrimary) return lead(settings, folder);
  const certificate = readServerCertificate(settings);
  const prepared = await prepare(settings, path.join(folder, "prisma/migrations"));
  runtime().vault.sealIn(prepared.envelope);
  beginMetrics();
  const pages = pagesIn(folder);
  const server = certificate ? overTls(pages, settings, certificate) : createVaultServer(pages.answer);
  stopInOrder(server, prepared.lock, { delaySeconds: settings.STOP_DELAY_SECONDS, stopPages: pages.stop });
  const { port } = await listen(server, settings);
  startRetention();
  startCleanUp();
  startDeliveries();
  startMail();
  startDigests();
  startTellingDue();
  giveBackWhenIdle();
  if (cluster.isPrimary) process.stdout.write(welcome(settings, prepared, port, misspelledSettings()));
}

function overTls(
  pages: Pages,
  settings: Settings,
  certificate: ServerCertificate,
): ReturnType<typeof createTlsVaultServer> {
  const server = createTlsVaultServer(pages.answer, certificate);
  followCertificate(server, settings, certificate);
  return server;
}

/** The leader process. It serves nothing itself and prepares the data once, so that a problem is reported once. */
async function lead(settings: Settings, folder: string): Promise<void> {
  if (databaseKind(databaseUrl(settings)) === "sqlite") {
    throw new SettingsError(
      `WORKERS=${settings.WORKERS} needs PostgreSQL, since a SQLite file belongs to one process: set DATABASE_URL=postgresql://…, or leave WORKERS unset.`,
    );
  }
  readServerCertificate(settings);
  const prepared = await prepare(settings, path.join(folder, "prisma/migrations"));
  if (settings.METRICS_TOKEN !== undefined) gatherMetrics();
  const port = await runWorkers(settings.WORKERS, settings.TLS_CERT_FILE === undefined ? [] : renewalSignals);
  if (port !== null) process.stdout.write(welcome(settings, prepared, port, misspelledSettings()));
}

function listen(
  server: ReturnType<typeof createVaultServer | typeof createTlsVaultServer>,
  { PORT, HOST }: Settings,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: Error & { code?: string }) => {
      if (error.code === "EADDRINUSE")
        reject(new SettingsError(`Port ${PORT} is in use: stop what is listening there, or set PORT to another one.`));
      else if (error.code === "EACCES")
        reject(new SettingsError(`Port ${PORT} may not be used by this user: set PORT to 1024 or higher.`));
      else
        reject(
          new SettingsError(`Can't listen on ${HOST}, port ${PORT}: check HOST (${error.code ?? "unknown reason"}).`),
        );
    });
    server.listen(PORT, HOST, () => resolve(server.address() as AddressInfo));
  });
}
