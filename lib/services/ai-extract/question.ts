import type { Environment } from "../../contracts/primitives";
import { runtime } from "../../runtime";
import { runInSlices } from "../../event-loop";
import type { ModelAccess } from "./ask-model";
import { matching } from "../../matcher";
import { modelEntriesMax, type ModelQuestion } from "./model-request";
import type { Names } from "./names";

/** The model that the operator has set up; null if there is none. */
export function modelOf(): (ModelAccess & { name: string }) | null {
  const { AI_BASE_URL, AI_API_KEY, AI_MODEL } = runtime().settings;
  return AI_BASE_URL && AI_MODEL ? { baseUrl: AI_BASE_URL, apiKey: AI_API_KEY, name: AI_MODEL } : null;
}

/**
 * Selects the entries for the question. If the request names an environment: its entries, and those without an
 * environment. In a large vault, the local matcher's results come first.
 */
export async function questionOf(
  model: string,
  prompt: string,
  environment: Environment | null,
  names: readonly Names[],
): Promise<ModelQuestion & { entries: readonly Names[] }> {
  const fitting = names.filter(
    (name) => environment === null || name.environment === null || name.environment === environment,
  );
  if (fitting.length <= modelEntriesMax) return { model, prompt, environment, entries: fitting };
  const likely = new Set(
    (await runInSlices(matching(prompt, fitting, environment))).matches
      .slice(0, modelEntriesMax)
      .map(({ index }) => index),
  );
  const rest = [...fitting.keys()].filter((index) => !likely.has(index)).slice(0, modelEntriesMax - likely.size);
  const chosen = new Set([...likely, ...rest]);
  return { model, prompt, environment, entries: fitting.filter((_, index) => chosen.has(index)) };
}
