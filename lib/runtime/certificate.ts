import { readFileSync, statSync } from "node:fs";
import { type Certificate, CertificateError, checkCertificate } from "../crypto/certificate";
import { type Settings, SettingsError } from "../env";

/** A certificate after it was read and checked, with the state of its files at that time. */
export type ServerCertificate = Certificate & { validUntil: Date; state: string };

const settingOf = { cert: "TLS_CERT_FILE", key: "TLS_KEY_FILE" } as const;

/**
 * The certificate that the settings name, or null if the vault serves plain HTTP. Throws SettingsError, which says what
 * to do.
 */
export function readServerCertificate(settings: Settings): ServerCertificate | null {
  const files = filesOf(settings);
  if (!files) return null;
  // Determined before the files are read: a change in between is noticed at the next check.
  const state = stateOf(files);
  const certificate = { cert: read(files, "cert"), key: read(files, "key") };
  try {
    return { ...certificate, validUntil: checkCertificate(certificate), state };
  } catch (error) {
    if (error instanceof CertificateError) throw wrong(error.at, error.message);
    throw error;
  }
}

/** Identifies the present state of the files. It is cheap enough to be checked every minute, and never throws. */
export function certificateState(settings: Settings): string | null {
  const files = filesOf(settings);
  return files && stateOf(files);
}

const filesOf = ({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }: Settings): Certificate | null =>
  cert !== undefined && key !== undefined ? { cert, key } : null;

function stateOf({ cert, key }: Certificate): string {
  return [cert, key].map(stateOfFile).join(", ");
}

function stateOfFile(file: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(/* turbopackIgnore: true */ file);
    return `${ino} ${mtimeMs} ${size}`;
  } catch (error) {
    // Not there, links that lead to each other, a folder that may not be entered: whoever reads it says what to do.
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}

function read(files: Certificate, at: keyof Certificate): string {
  try {
    return readFileSync(/* turbopackIgnore: true */ files[at], "utf8");
  } catch {
    throw wrong(at, "can't be read: check that it exists and that this user may read it");
  }
}

const wrong = (at: keyof Certificate, fault: string) =>
  new SettingsError(`The setting ${settingOf[at]} is wrong: its file ${fault}.`);
