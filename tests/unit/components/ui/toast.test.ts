import { afterEach, expect, test } from "vitest";
import { dismissToast, toast, toastStore } from "@/components/ui/toasts/toast";

const messages = () => toastStore.current().map(({ message }) => message);
const undo = { action: { label: "Undo", onSelect: () => {} } };

afterEach(() => toastStore.current().forEach(({ id }) => dismissToast(id)));

test("a notice gives way to the next one; an error and what can be undone wait behind it", () => {
  toast.success("Stripe was changed");
  toast.success("GitHub was deleted", undo);
  expect(messages()).toEqual(["GitHub was deleted"]);
  toast.error("Resend could not be copied");
  toast.success("Sentry was changed");
  toast.info("Sentry was shared");
  expect(messages()).toEqual(["GitHub was deleted", "Resend could not be copied", "Sentry was shared"]);
});

test("an error that is told again stands there once, and each deletion keeps its Undo", () => {
  for (let time = 0; time < 2; time++) {
    toast.error("The vault can't be reached");
    toast.success("1 entry was deleted", undo);
  }
  expect(messages()).toEqual(["1 entry was deleted", "The vault can't be reached", "1 entry was deleted"]);
});
