import type { Server } from "node:https";
import { secureContextOf } from "../../crypto/certificate";
import { type Settings, SettingsError } from "../../env";
import { loggableError, log } from "../../log";
import { certificateState, readServerCertificate, type ServerCertificate } from "../../runtime/certificate";

/** How long a renewed certificate may stay unused without SIGHUP. */
const lookEveryMs = 60_000;

/** A closing terminal sends SIGHUP too, meaning the end: treat it as a renewal only without a terminal. */
export const renewalSignals: readonly NodeJS.Signals[] = process.stdout.isTTY ? [] : ["SIGHUP"];

/**
 * Uses a renewed certificate without a restart, on SIGHUP and when its files change. Open connections keep the old one.
 * A broken new certificate is logged and ignored.
 */
export function followCertificate(server: Server, settings: Settings, { state }: ServerCertificate): void {
  let seen: string | null = state;
  const take = () => {
    try {
      // A refused state is not retried every minute.
      seen = certificateState(settings);
      const renewed = readServerCertificate(settings);
      if (!renewed) return;
      server.setSecureContext(secureContextOf(renewed));
      log.info({ event: "certificate-taken", validUntil: renewed.validUntil.toISOString() });
    } catch (error) {
      log.error({
        event: "certificate-refused",
        ...(error instanceof SettingsError ? { reason: error.message } : { error: loggableError(error) }),
      });
    }
  };
  const timer = setInterval(() => {
    if (certificateState(settings) !== seen) take();
  }, lookEveryMs).unref();
  for (const signal of renewalSignals) process.on(signal, take);
  server.once("close", () => {
    clearInterval(timer);
    for (const signal of renewalSignals) process.off(signal, take);
  });
}
