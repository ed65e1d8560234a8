import { afterEach, expect, test, vi } from "vitest";
import { sealShared } from "@/lib/share/envelope";

vi.mock("@/lib/share/scrypt", () => ({
  scrypt: () => Promise.reject(new RangeError("Array buffer allocation failed")),
}));

afterEach(() => void vi.unstubAllGlobals());

type Listener = (event: { preventDefault(): void }) => void;

/** As much of an element as the page's script touches. */
class Part {
  hidden = true;
  textContent = "";
  value = "";
  readonly listeners: Listener[] = [];
  addEventListener(_: string, listener: Listener) {
    this.listeners.push(listener);
  }
  setAttribute() {}
  removeAttribute() {}
  focus() {}
  select() {}
}

test("a browser that can't make the key of a passphrase says so, and lets its reader try again", async () => {
  const { ciphertext, key } = await sealShared("not-a-real-secret", "five words", () =>
    Promise.resolve(new Uint8Array(32)),
  );
  const parts = new Map<string, Part>();
  const part = (id: string) => parts.get(id) ?? parts.set(id, new Part()).get(id) ?? new Part();
  vi.stubGlobal("document", { getElementById: part, querySelector: () => part("title") });
  vi.stubGlobal("location", { hash: `#${key}`, pathname: "/share/an-id" });
  vi.stubGlobal("window", { isSecureContext: true });
  vi.stubGlobal("history", { replaceState: () => undefined });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ ciphertext, hint: null, viewsLeft: 0 })));
  await import("@/app/share/script/main");
  const tell = (id: string) => part(id).listeners.forEach((listener) => listener({ preventDefault: () => undefined }));

  tell("open");
  await vi.waitFor(() => expect(part("locked").hidden).toBe(false));
  expect(part("problem").hidden).toBe(true);
  part("passphrase").value = "five words";
  tell("locked");
  await vi.waitFor(() => expect(part("problem").hidden).toBe(false));
  expect(part("problem").textContent).toMatch(/^Your browser could not decrypt it/);
  expect(part("locked").hidden).toBe(false);
});
