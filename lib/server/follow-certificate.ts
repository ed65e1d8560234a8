import type { Server } from "node:https";
import { secureContextOf } from "../crypto/certificate";
import { type Settings, SettingsError } from "../env";
import { loggableError, log } from "../log";
import { certificateState, readServerCertificate, type ServerCertificate } from "../runtime/certificate";

/** How long a renewed certificate may lie there unused, if nobody sends SIGHUP. */
const lookEveryMs = 60_000;

/** A terminal that is closed sends it too, and means the end: it is asked to renew only where nobody sits at one. */
export const renewalSignals: readonly NodeJS.Signals[] = process.stdout.isTTY ? [] : ["SIGHUP"];

/**
 * Takes a renewed certificate without a restart: on SIGHUP, and once its files have changed. Connections that stand keep
 * the old one; a new one that is broken is logged, and the old one stays.
 */
export function followCertificate(server: Server, settings: Settings, { state }: ServerCertificate): void {
  let seen: string | null = state;
  const take = () => {
    try {
      // A state that was refused is not tried each minute again.
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
