import { createElement } from "react";
import { expect, test, vi } from "vitest";
import ExportForm from "@/components/settings/export/export-form";
import { rendered } from "../../../support/components/rendered";

const page = vi.hoisted(() => ({ path: "/settings" }));
vi.mock("next/navigation", () => ({ usePathname: () => page.path, useRouter: () => ({}) }));

test("only one's own vault has a link to its export: a team's would lead to one's own secrets", () => {
  const form = () => rendered(createElement(ExportForm, { everything: false }));
  expect(form()).toContain('href="/api/export?format=dotenv"');
  page.path = "/teams/5f0c1c62-3f7e-4a0e-9a55-6f1c9ef0a001/settings";
  expect(form()).toContain("Download</button>");
  expect(form()).not.toContain("/api/export");
});
