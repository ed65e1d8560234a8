import type { Context } from "../../auth/context";
import type { Extraction, ExtractionPreview, ExtractPrompt, PreviewPrompt } from "../../contracts/transfer/ai-extract";
import { sha256 } from "../../crypto/macs/digest";
import { AppError, invalidField } from "../../errors";
import { log } from "../../log";
import { runInSlices } from "../../event-loop";
import { recordBefore } from "../doors/record/record";
import { vaultSubject } from "../doors/subjects";
import { askModel, ModelFailure } from "./ask-model";
import { environmentsAskedFor, matching as matchingLocally, type Matching } from "../../matcher";
import { readModelAnswer } from "./model-answer";
import { modelPayload, modelRequest } from "./model-request";
import { type Names, readNames } from "./names";
import { modelOf, questionOf } from "./question";
import { seemsToHoldSecret } from "./secret-shape";
import { templateOf } from "./template";

/** The request that a model would get for this sentence, and its hash. Sends nothing. */
export async function previewExtraction(
  ctx: Context,
  { prompt, environment = null }: PreviewPrompt,
): Promise<ExtractionPreview> {
  refuseSecrets(prompt);
  const model = modelOf();
  if (!model) return { provider: "local", host: null, payload: null, payloadSha256: null };
  const payload = modelPayload(await questionOf(model.name, prompt, environment, await readNames(ctx)));
  return { provider: model.name, host: new URL(model.baseUrl).host, payload, payloadSha256: sha256(payload) };
}

/**
 * Plans a .env from a sentence. Reads names only: the query selects no ciphertext, notes or descriptions, so neither
 * the request to a model nor the reply can contain a value.
 */
export async function extractNames(
  ctx: Context,
  { prompt, environment = null, provider = "auto", payloadSha256 }: ExtractPrompt,
): Promise<Extraction> {
  refuseSecrets(prompt);
  const model = provider === "local" ? null : modelOf();
  if (provider === "model" && !model)
    throw invalidField(
      "provider",
      "can't be model: no model is set up here. The operator sets AI_BASE_URL and AI_MODEL",
    );
  const names = await readNames(ctx);
  const environments = environment ? [environment] : environmentsAskedFor(prompt);
  /** `count`: how many names leave the vault. */
  const told = (count: number) => recordBefore(ctx, "vault.ask", [vaultSubject()], { count });
  if (!model) {
    await told(0);
    return planOf(await runInSlices(matchingLocally(prompt, names, environment)), names, {
      environments,
      provider: "local",
      note: null,
      payloadSha256: null,
    });
  }

  const question = await questionOf(model.name, prompt, environment, names);
  const sent = sha256(modelPayload(question));
  if (payloadSha256 !== undefined && payloadSha256 !== sent)
    throw invalidField(
      "payloadSha256",
      "is out of date: names have changed since the preview. Nothing was sent; preview it again",
    );
  await told(question.entries.length);
  try {
    const matching = readModelAnswer(await askModel(model, modelRequest(question)), question.entries.length);
    if (!matching) throw new ModelFailure("did not answer in the form that was asked for");
    return planOf(matching, question.entries, { environments, provider: model.name, note: null, payloadSha256: sent });
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    log.warn({ event: "model-failed", reason: error.message });
    if (provider === "model")
      throw new AppError("AI_EXTRACTION_FAILED", { message: `The AI model ${error.message}`, cause: error });
    return planOf(await runInSlices(matchingLocally(prompt, names, environment)), names, {
      environments,
      provider: "local",
      note: `The AI model ${error.message}: the local matcher chose instead`,
      payloadSha256: sent,
    });
  }
}

function refuseSecrets(prompt: string): void {
  if (seemsToHoldSecret(prompt))
    throw invalidField("prompt", "seems to hold a secret: name what you need, and leave values out");
}

function planOf(
  { matches, missing }: Matching,
  names: readonly Names[],
  told: Pick<Extraction, "environments" | "provider" | "note" | "payloadSha256">,
): Extraction {
  const found = matches.flatMap(({ index, reason }) => {
    const entry = names[index];
    return entry ? [{ ...entry, reason }] : [];
  });
  return { matches: found, missing, template: templateOf(found), ...told };
}
