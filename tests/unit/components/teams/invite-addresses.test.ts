import { expect, test, vi } from "vitest";
import { addressesIn, addressFault, inviteEach } from "@/components/teams/invitations/invite-addresses";
import { ApiError } from "@/lib/client/http/api-error";
import type { CreatedInvitation } from "@/lib/contracts/people/invitations";

test.each([
  ["a@example.com, b@example.com;c@example.com\nd@example.com e@example.com", "abcde"],
  ["  A@example.com\r\na@EXAMPLE.com,,", "a"],
  ['Grace Hopper <a@example.com>, "Ada" <B@example.com>', "ab"],
  ['"Hopper, Grace" <a@example.com>; "Lovelace; Ada"<b@example.com>', "ab"],
  ["<a@example.com> b@example.com\nAda Lovelace <c@example.com> <d@example.com>", "abcd"],
  ["b@example.com Ada <c@example.com>", "bc"],
  ["a@example.com b@example.com Ada Lovelace <c@example.com> d@example.com Grace <e@example.com>", "abcde"],
  ["'a@example.com' <a@example.com> (b@example.com) <b@example.com>", "ab"],
  ["Ada @home <c@example.com>", "c"],
  ["b@example.com <a@example.com>, 'c@example.com' <d@example.com>", "ad"],
  ["", ""],
])("addresses are found in %j, each once", (text, names) => {
  expect(addressesIn(text)).toEqual([...names].map((name) => `${name}@example.com`));
});

test.each(["<a@example.com", "a@example.com>", "<>", "Hopper, Grace"])(
  "of %j nothing is dropped silently that is no address",
  (text) => {
    for (const address of addressesIn(text)) expect(addressFault(address, [], [])).toBe("Not an e-mail address");
  },
);

test("members and those with an open invitation are told apart, whatever the case of their address", () => {
  const fault = (address: string) =>
    addressFault(address, [{ email: "Ada@example.com" }], [{ email: null }, { email: "b@example.com" }]);
  expect(fault("ada@example.com")).toBe("Already a member");
  expect(fault("b@example.com")).toMatch(/^Already invited/);
  expect(fault("c@example.com")).toBeUndefined();
});

test("a limit stops the invitations: those made are kept, and the others told as left, with its words", async () => {
  const limit = new ApiError("TOO_MANY_ATTEMPTS", 429, { headers: { "Retry-After": "30" } });
  const invite = vi.fn((email: string) =>
    email === "b" ? Promise.reject(limit) : Promise.resolve({ email } as CreatedInvitation),
  );
  expect(await inviteEach(["a", "b", "c"], () => undefined, invite)).toEqual({
    sent: [{ email: "a" }],
    refused: ["b", "c"].map((address) => ({ address, why: "Wait a moment. Try again in 30 s." })),
    error: limit,
  });
  expect(invite.mock.calls).toEqual([["a"], ["b"]]);
});
