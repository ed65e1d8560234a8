import { expect, test } from "vitest";
import { linkIn, servicePage } from "@/components/rotation/service-page";

test("a service's page is found by the icon, by the name, and by what a variable's name begins with", () => {
  expect(servicePage({ icon: "stripe", name: "Payments" })?.url).toBe("https://dashboard.stripe.com/apikeys");
  expect(servicePage({ icon: null, name: "OpenAI" })?.service).toBe("OpenAI");
  expect(servicePage({ icon: "postgresql", name: "GitHub Enterprise" })?.service).toBe("GitHub");
  expect(servicePage({ icon: null, name: "AWS_SECRET_ACCESS_KEY" })?.service).toBe("AWS");
  expect(servicePage({ icon: null, name: "Stripes" })).toBeUndefined();
  expect(servicePage({ icon: null, name: "constructor" })).toBeUndefined();
  expect(servicePage({ icon: "toString", name: "Other" })).toBeUndefined();
});

test("the first web address in notes is taken, without what stands around it, and nothing else", () => {
  expect(linkIn("Made at (https://console.example.com/keys?team=1). Ask Ada.")).toBe(
    "https://console.example.com/keys?team=1",
  );
  expect(linkIn("See <https://a.example/>, or https://b.example")).toBe("https://a.example/");
  for (const notes of [null, "", "http://example.com", "javascript:alert(1)", "https://", "ask Ada"])
    expect(linkIn(notes), String(notes)).toBeUndefined();
});
