"use client";

import { onDemand } from "@/components/ui/states/on-demand";
import { EnvProject } from "@/components/envs/env-project";
import type { FillDialog } from "@/components/envs/compare/fill-file";

const ExtractDialog = onDemand(() => import("@/components/ai-extract/extract-dialog"));

async function makeValue(): Promise<string> {
  const { alphabets, generate } = await import("@/components/entries/generator/generate");
  return (await generate("base64url", alphabets.base64url.usual)).text;
}

const fillDialog: FillDialog = (props) => <ExtractDialog {...props} makeValue={makeValue} />;

/** A project's page combines its files, the plan from a sentence and the generator, which are separate features. */
export function ProjectPage({ id, name }: { id: string; name: string | null }) {
  return <EnvProject id={id} name={name} fillDialog={fillDialog} />;
}
