import { expect, test, type Locator, type Page } from "@playwright/test";

/**
 * Does a job as a person does, and counts: each click, choice, filled field and pressed key or keys held together is a
 * step. Waiting and looking are none.
 */
export function countedSteps(page: Page) {
  const steps: string[] = [];
  const step = async (what: string, act: () => Promise<unknown>) => {
    steps.push(what);
    await act();
  };
  return {
    click: (target: Locator) => step(`click ${target}`, () => target.click()),
    choose: (target: Locator, option: string) => step(`choose in ${target}`, () => target.selectOption(option)),
    fill: (target: Locator, text: string) => step(`fill ${target}`, () => target.fill(text)),
    press: (keys: string) => step(`press ${keys}`, () => page.keyboard.press(keys)),
    type: (text: string) => step(`type ${text}`, () => page.keyboard.type(text)),
    /** The number of steps goes into the report. */
    atMost(most: number) {
      test.info().annotations.push({ type: "steps", description: `${steps.length} of ${most}: ${steps.join("; ")}` });
      expect(steps.length, steps.join("\n")).toBeLessThanOrEqual(most);
    },
  };
}
