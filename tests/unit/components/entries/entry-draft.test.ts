import { createElement } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { afterEach, expect, test, vi } from "vitest";
import { draftOf, forgetSaved } from "@/components/entries/form/entry-draft";
import { emptyValue, startValues, type EntryFormValues } from "@/components/entries/form/entry-form-values";
import { ValueField } from "@/components/entries/value/value-field";
import { forgetTyped, keepTyped, keptTypedOf, offerTyped } from "@/lib/client/session/typed/typed";
import { rendered } from "../../../support/components/rendered";
import { listedEntry } from "../../../support/rows/listed-entry";

const buttons = vi.hoisted(() => new Map<unknown, () => void>());
vi.mock("@/components/ui/buttons/button", () => ({
  Button({ children, onClick }: { children: unknown; onClick: () => void }) {
    buttons.set(children, onClick);
    return null;
  },
}));
afterEach(() => buttons.clear());

const entry = listedEntry();
const stored: EntryFormValues = {
  ...startValues(entry, undefined),
  notes: "typed",
  value: "sk_test_not_a_real_key",
  fields: [{ name: "password", value: "not-a-real-password" }],
};

test("of an entry's stored value nothing is kept: neither while it is edited nor after it was put back", () => {
  for (const original of ["sk_test_not_a_real_key", undefined])
    expect(draftOf(entry, stored, original).values).toEqual({ ...stored, ...emptyValue });
});

test("“Keep current value” takes the stored value out of the form", () => {
  const setValue = vi.fn();
  const onTaken = vi.fn();
  rendered(
    createElement(function Form() {
      const form = { ...useForm({ defaultValues: stored }), setValue };
      return createElement(
        FormProvider<EntryFormValues>,
        form as never,
        createElement(ValueField, {
          keyType: "simple",
          envVarName: "STRIPE_SECRET_KEY",
          targets: undefined,
          entry,
          taken: true,
          onTaken,
        }),
      );
    }),
  );
  buttons.get("Keep current value")?.();
  expect(Object.fromEntries(setValue.mock.calls)).toEqual(emptyValue);
  expect(onTaken).toHaveBeenCalledWith(undefined);
});

test("what was kept of a form is forgotten once that is saved, and not what was typed into another one", () => {
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
  const keep = (draft: ReturnType<typeof draftOf>) => {
    const withdraw = offerTyped("entry", () => draft);
    keepTyped();
    withdraw();
  };
  const isForgotten = (...saved: Parameters<typeof forgetSaved>) => {
    forgetSaved(...saved);
    return keptTypedOf("entry") === undefined;
  };
  keep(draftOf(entry, stored, undefined));
  expect(isForgotten(undefined, stored, undefined)).toBe(false);
  expect(isForgotten({ ...entry, id: "another" }, stored, undefined)).toBe(false);
  // Its form was opened again, and left once more.
  expect(isForgotten(entry, { ...stored, notes: "typed before" }, undefined)).toBe(false);
  expect(isForgotten(entry, stored, undefined)).toBe(true);
  keep(draftOf(undefined, stored, undefined));
  expect(isForgotten(undefined, { ...stored, name: "storefront" }, undefined)).toBe(false);
  expect(isForgotten(undefined, stored, undefined)).toBe(true);
  forgetTyped();
  vi.unstubAllGlobals();
});
