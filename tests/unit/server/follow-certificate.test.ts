import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:https";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { secureContextOf } from "@/lib/crypto/certificate";
import { readSettings } from "@/lib/env";
import { log } from "@/lib/log";
import { readServerCertificate } from "@/lib/runtime/certificate";
import { followCertificate } from "@/lib/server/process/follow-certificate";
import { aCertificate, keepCertificate } from "../../support/programs/tls";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "vault-certificate-"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test("renewed files are used within a minute; broken ones are reported once and change nothing, until they are fixed", async () => {
  const first = await aCertificate();
  const settings = readSettings(keepCertificate(folder, first));
  const certificate = readServerCertificate(settings);
  if (!certificate) throw new Error("there is one");
  const server = createServer();
  const taken = vi.spyOn(server, "setSecureContext");
  const [told, refused] = [
    vi.spyOn(log, "info").mockImplementation(() => {}),
    vi.spyOn(log, "error").mockImplementation(() => {}),
  ];
  const counts = () => [taken.mock.calls.length, told.mock.calls.length, refused.mock.calls.length];
  followCertificate(server, settings, certificate);

  vi.advanceTimersByTime(600_000);
  expect(counts()).toEqual([0, 0, 0]);

  const renewed = await aCertificate();
  keepCertificate(folder, renewed);
  vi.advanceTimersByTime(59_000);
  expect(counts()).toEqual([0, 0, 0]);
  vi.advanceTimersByTime(1_000);
  expect(counts()).toEqual([1, 1, 0]);
  expect(taken).toHaveBeenLastCalledWith(secureContextOf(renewed));
  vi.advanceTimersByTime(600_000);
  expect(counts()).toEqual([1, 1, 0]);

  // Like a renewal halfway: the certificate is new, its key is not there yet.
  const second = await aCertificate();
  keepCertificate(folder, { ...second, key: renewed.key });
  vi.advanceTimersByTime(600_000);
  expect(counts()).toEqual([1, 1, 1]);
  keepCertificate(folder, second);
  vi.advanceTimersByTime(60_000);
  expect(counts()).toEqual([2, 2, 1]);

  rmSync(settings.TLS_KEY_FILE ?? "");
  vi.advanceTimersByTime(600_000);
  expect(counts()).toEqual([2, 2, 2]);

  server.emit("close");
  keepCertificate(folder, first);
  vi.advanceTimersByTime(600_000);
  expect(counts()).toEqual([2, 2, 2]);
});

test("files that can't be looked at are reported once and end nothing; what takes their place is used", async () => {
  const first = await aCertificate();
  const settings = readSettings(keepCertificate(folder, first));
  const certificate = readServerCertificate(settings);
  if (!certificate) throw new Error("there is one");
  const server = createServer();
  const taken = vi.spyOn(server, "setSecureContext");
  const refused = vi.spyOn(log, "error").mockImplementation(() => {});
  vi.spyOn(log, "info").mockImplementation(() => {});
  followCertificate(server, settings, certificate);

  // Two links that lead to each other.
  const file = settings.TLS_CERT_FILE ?? "";
  rmSync(file);
  symlinkSync(`${file}.other`, file);
  symlinkSync(file, `${file}.other`);
  vi.advanceTimersByTime(600_000);
  expect(refused).toHaveBeenCalledTimes(1);
  expect(refused).toHaveBeenLastCalledWith(expect.objectContaining({ event: "certificate-refused" }));
  expect(taken).not.toHaveBeenCalled();

  rmSync(file);
  keepCertificate(folder, await aCertificate());
  vi.advanceTimersByTime(60_000);
  expect(taken).toHaveBeenCalledTimes(1);
  server.emit("close");
});
