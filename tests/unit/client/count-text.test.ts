import { expect, test } from "vitest";
import { countText } from "@/lib/client/words/count-text";

test("counts have thousands separators, as in English", () => {
  const english = new Intl.NumberFormat("en");
  for (const count of [0, 9, 999, 1_000, 1_001, 10_050, 999_999, 1_000_000, 1_234_567_890, Number.MAX_SAFE_INTEGER])
    expect(countText(count)).toBe(english.format(count));
});
