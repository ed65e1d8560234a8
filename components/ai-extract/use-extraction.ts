import { useEffect, useRef, useState } from "react";
import { extractNames, previewExtraction } from "@/lib/client/http/resources/ai-extract-api";
import type { Extraction, ExtractionPreview } from "@/lib/contracts/transfer/ai-extract";
import type { Environment } from "@/lib/contracts/primitives";

export type Question = { prompt: string; environment: Environment | null };
export type ShownPreview = ExtractionPreview & { payload: string; payloadSha256: string };

type Stage = { kind: "asking" } | { kind: "previewing"; preview: ShownPreview } | { kind: "planned"; plan: Extraction };

/**
 * From the sentence to the plan, with a preview of what a model would see if there is one. Only names, never a value.
 */
export function useExtraction() {
  const [stage, setStage] = useState<Stage>({ kind: "asking" });
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  async function run(work: (signal: AbortSignal) => Promise<Stage>) {
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    setPending(true);
    setError(undefined);
    try {
      const next = await work(own.signal);
      if (!own.signal.aborted) setStage(next);
    } catch (failure) {
      if (!own.signal.aborted) setError(failure);
    } finally {
      if (!own.signal.aborted) setPending(false);
    }
  }

  const planLocally = async (question: Question, signal: AbortSignal): Promise<Stage> => ({
    kind: "planned",
    plan: (await extractNames({ body: { ...question, provider: "local" } }, { signal })).data,
  });

  return {
    stage,
    pending,
    error,
    /** Shows what would be sent, or the plan at once if nothing would be. */
    ask: (question: Question) =>
      run(async (signal) => {
        const { data: preview } = await previewExtraction({ body: question }, { signal });
        const { payload, payloadSha256 } = preview;
        return payload === null || payloadSha256 === null
          ? planLocally(question, signal)
          : { kind: "previewing", preview: { ...preview, payload, payloadSha256 } };
      }),
    /** Sends what was shown, or nothing. */
    send: (question: Question, { payloadSha256 }: ShownPreview) =>
      run(async (signal) => ({
        kind: "planned",
        plan: (await extractNames({ body: { ...question, payloadSha256 } }, { signal })).data,
      })),
    matchHere: (question: Question) => run((signal) => planLocally(question, signal)),
    back: () => {
      request.current?.abort();
      setPending(false);
      setError(undefined);
      setStage({ kind: "asking" });
    },
  };
}
