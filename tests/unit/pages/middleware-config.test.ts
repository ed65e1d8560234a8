import { expect, test } from "vitest";
import { config } from "@/middleware";
import { config as ofProduction } from "@/middleware.page";

test("the middleware runs before the same pages in production and under next dev", () => {
  expect(ofProduction).toEqual(config);
});
