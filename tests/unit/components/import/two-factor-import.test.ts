import { expect, test } from "vitest";
import { afterAttempt, listFound, repeatedText } from "@/components/two-factor/adding/candidates";
import { ApiError } from "@/lib/client/http/api-error";
import { NetworkError } from "@/lib/client/http/call";
import { kindText, readable } from "@/components/two-factor/kind-text";
import { readLinkLines, unreadText } from "@/components/two-factor/adding/link-lines";

const link = (service: string, secret = "JBSWY3DPEHPK3PXP") =>
  `otpauth://totp/${service}:ada?secret=${secret}&issuer=${service}`;
const tokens = (...lines: string[]) => readLinkLines(lines.join("\n")).tokens;

test("lines without a readable link are kept and reported; tokens that can't be stored are listed with the reason", () => {
  const { tokens: found, unread } = readLinkLines(
    [
      link("GitHub"),
      "",
      "not a link ",
      "otpauth://[bad",
      "otpauth-migration://offline?data=%",
      "otpauth://hotp/Old:ada?secret=JBSWY3DPEHPK3PXP",
      "otpauth://totp/Odd:ada?secret=JBSWY3DPEHPK3PXP&digits=5",
    ].join("\r\n"),
  );
  expect(found.map(({ service, problem }) => [service, problem])).toEqual([
    ["GitHub", undefined],
    ["Old", undefined],
    ["Odd", "Its codes have 5 digits; 6, 7 and 8 are supported"],
  ]);
  expect(unread).toEqual(["not a link ", "otpauth://[bad", "otpauth-migration://offline?data=%"]);
  expect([unreadText(0, 1), unreadText(1, 0), unreadText(2, 3)]).toEqual([
    undefined,
    "There is no otpauth:// link in this text",
    "These 2 lines hold no readable otpauth:// link. The others were read",
  ]);
});

test("another name for a listed secret is listed, unticked, with the name that it repeats", () => {
  const { candidates, repeated } = listFound(
    [],
    tokens(link("GitHub"), link("Copy"), link("Other", "JBSWY3DPEHPK3PXQ")),
    [],
  );
  expect(repeated).toEqual([]);
  expect(candidates.map(({ service, twin, selected }) => [service, twin, selected])).toEqual([
    ["GitHub", undefined, true],
    ["Copy", "GitHub (ada)", false],
    ["Other", undefined, true],
  ]);
});

test("tokens that were listed before are named and not listed again, even under another name", () => {
  const first = listFound([], tokens(link("GitHub")), [{ service: "GitHub", accountName: "ada" }]).candidates;
  expect(first).toMatchObject([{ known: true, selected: false }]);
  const again = listFound(
    first.map((candidate) => ({ ...candidate, service: "GitHub Work" })),
    tokens(link("GitHub"), link("GitHub"), link("npm", "JBSWY3DPEHPK3PXQ")),
    [],
  );
  expect(again.repeated).toEqual(["GitHub (ada)", "GitHub (ada)"]);
  expect(again.candidates.map(({ service }) => service)).toEqual(["GitHub Work", "npm"]);
});

test("what was found again is named once", () => {
  expect(repeatedText([])).toBe("");
  expect(repeatedText(["GitHub (ada)", "GitHub (ada)"])).toBe("GitHub (ada) was already listed.");
  expect(repeatedText(["GitHub (ada)", "npm (ada)"])).toBe("Already listed: GitHub (ada), npm (ada).");
});

test("only what is unusual about a token is written beside it", () => {
  const usual = { type: "totp", algorithm: "SHA1", digits: 6, period: 30 } as const;
  expect(kindText(usual)).toBe("");
  expect(kindText({ ...usual, algorithm: "SHA256", digits: 8, period: 60 })).toBe("8 digits, 60 s, SHA-256");
  expect(kindText({ ...usual, type: "hotp", period: null })).toBe("HOTP");
  expect(kindText({ ...usual, type: "steam", digits: 5 })).toBe("Steam");
});

test("digits are read in two groups, Steam's letters as one", () => {
  expect(["123456", "1234567", "12345678", "2B3C4"].map(readable)).toEqual([
    "123 456",
    "123 4567",
    "1234 5678",
    "2B3C4",
  ]);
});

test("after an attempt, what was added leaves the list, and what may have been added has to be ticked again", () => {
  const { candidates } = listFound(
    [],
    tokens(link("GitHub"), link("npm", "JBSWY3DPEHPK3PXQ"), link("AWS", "JBSWY3DPEHPK3PXR")),
    [],
  );
  const [added, lost, refused] = candidates.map(({ key }) => key) as [number, number, number];
  const left = afterAttempt(
    candidates,
    new Set([added]),
    new Map<number, unknown>([
      [lost, new NetworkError("offline")],
      [refused, new ApiError("VALIDATION_ERROR", 400, { message: "Too long" })],
    ]),
  );
  expect(left.map(({ service, selected, error }) => [service, selected, error])).toEqual([
    [
      "npm",
      false,
      "The vault can't be reached: check the connection. It may have been added anyway. Check the list before you tick it again.",
    ],
    ["AWS", true, "Too long."],
  ]);
});
