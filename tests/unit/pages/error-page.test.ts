import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import ErrorPage from "@/app/error";

test("a page that failed claims nothing about what the vault did: it can't know", () => {
  const text = renderToStaticMarkup(createElement(ErrorPage, { error: new Error("at 1"), reset: () => undefined }));
  expect(text).toContain("reload the page to see what is stored");
  expect(text).not.toMatch(/changed|saved|at 1/);
});
