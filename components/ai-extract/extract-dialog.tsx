"use client";

import { ArrowLeft, Search, Send } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Field } from "@/components/ui/inputs/field";
import { Options, Select } from "@/components/ui/inputs/select";
import { Textarea } from "@/components/ui/inputs/textarea";
import { pendingPrompt, clearPendingPrompt } from "@/lib/client/pending-prompt";
import { environmentLabels, environments } from "@/lib/client/words/labels";
import type { Environment } from "@/lib/contracts/primitives";
import { dialogTitle, type ExtractDialogProps } from "./dialog-props";
import { PayloadView } from "./payload-view";
import { PlanStep } from "./plan-step";
import { useExtraction } from "./use-extraction";

/** From a sentence to lines in the editor. No entry's value is read before "fill", and nothing is saved here. */
export default function ExtractDialog(props: ExtractDialogProps) {
  const { onClose } = props;
  const form = useId();
  const [prompt, setPrompt] = useState(pendingPrompt);
  useEffect(clearPendingPrompt, []);
  const [environment, setEnvironment] = useState<Environment | null>(null);
  const { stage, pending, error, ask, send, matchHere, back } = useExtraction();
  const question = { prompt: prompt.trim(), environment };

  if (stage.kind === "planned")
    return <PlanStep key={stage.plan.payloadSha256} plan={stage.plan} onBack={back} {...props} />;

  const previewing = stage.kind === "previewing" ? stage.preview : undefined;
  const footer = previewing ? (
    <>
      <Button icon={<ArrowLeft />} onClick={back}>
        Back
      </Button>
      <Button onClick={() => void matchHere(question)}>Match here, send nothing</Button>
      <Button variant="primary" icon={<Send />} pending={pending} onClick={() => void send(question, previewing)}>
        Send to the model
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        variant="primary"
        type="submit"
        form={form}
        icon={<Search />}
        pending={pending}
        disabled={question.prompt === ""}
      >
        Find entries
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={onClose} title={dialogTitle} size="large" footer={footer}>
      {previewing ? (
        <div className="space-y-3">
          {error !== undefined && <ErrorNote error={error} />}
          <PayloadView preview={previewing} />
        </div>
      ) : (
        <form
          id={form}
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!pending && question.prompt !== "") void ask(question);
          }}
        >
          {error !== undefined && <ErrorNote error={error} />}
          <Field
            label="Describe what you need"
            description="Name services, variables and a project. No entry’s value is read before you fill."
            required
          >
            {(control) => (
              <Textarea
                {...control}
                data-autofocus
                rows={3}
                maxLength={2_000}
                placeholder="OpenAI, Stripe and the database for billing in production"
                value={prompt}
                onChange={(event) => setPrompt(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
                    event.preventDefault();
                    event.currentTarget.form?.requestSubmit();
                  }
                }}
              />
            )}
          </Field>
          <Field label="Environment" optional className="sm:max-w-60">
            {(control) => (
              <Select
                {...control}
                value={environment ?? ""}
                onChange={(event) => setEnvironment(environments.find((one) => one === event.target.value) ?? null)}
              >
                <option value="">From the sentence</option>
                <Options of={Object.entries(environmentLabels)} />
              </Select>
            )}
          </Field>
        </form>
      )}
    </Dialog>
  );
}
