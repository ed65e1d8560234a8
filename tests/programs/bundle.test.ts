import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../support/vaults/server";

const folder = path.join(projectRoot, "dist");
const bundles = readdirSync(folder)
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => [name, readFileSync(path.join(folder, name))] as const);

test("the server's bundles are in ASCII, so that V8 keeps their source at one byte a character", () => {
  expect(bundles.map(([name]) => name)).toContain("server.mjs");
  expect(bundles.filter(([, bytes]) => bytes.some((byte) => byte > 127)).map(([name]) => name)).toEqual([]);
});

test("the server's bundles load no module of base64, which would stay in memory twice", () => {
  const text = bundles.map(([, bytes]) => bytes.toString("latin1")).join("\n");
  expect(text.match(/require\.resolve\("[^"]+\.wasm-base64\.mjs"\)/g)).toHaveLength(2);
  expect(text).not.toMatch(/import\("[^"]*base64[^"]*"\)/);
});
