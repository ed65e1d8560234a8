import { expect, test } from "vitest";
import { fieldsOf } from "@/components/webhooks/webhook-fields";
import { typedValues } from "@/lib/client/session/typed/typed-values";
import type { Webhook } from "@/lib/contracts/access/webhooks";

const begun = fieldsOf({ url: "https://hooks.example.com/not-a-real-token", events: ["entry.*"] } as Webhook);

test("of a webhook that is changed, its address outlasts the session only if it was typed", () => {
  expect(typedValues({ ...begun, all: true, events: ["entry.*", "env-file.*"] }, begun)).toEqual({
    all: true,
    events: ["entry.*", "env-file.*"],
  });
  expect(typedValues({ ...begun, url: "https://hooks.example.com/typed" }, begun)).toEqual({
    url: "https://hooks.example.com/typed",
  });
  expect(typedValues({ ...begun, events: [] }, begun)).toEqual({ events: [] });
});

test("of a new form all that was filled in is kept", () => {
  const typed = { ...fieldsOf(undefined), url: "https://hooks.example.com/typed" };
  expect(typedValues(typed, fieldsOf(undefined))).toEqual({ url: typed.url });
  expect(typedValues(typed)).toEqual(typed);
});
