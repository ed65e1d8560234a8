import type { ShownPreview } from "./use-extraction";

/** The exact bytes that would be sent, neither formatted nor shortened. */
export function PayloadView({ preview: { host, provider, payload, payloadSha256 } }: { preview: ShownPreview }) {
  const bytes = new TextEncoder().encode(payload).length;
  return (
    <section aria-labelledby="model-sees" className="space-y-2">
      <h3 id="model-sees" className="text-sm font-semibold">
        What the model will see
      </h3>
      <p className="text-sm text-muted">
        These {bytes.toLocaleString("en")} bytes would go to <span className="font-mono">{host}</span> for the model{" "}
        <span className="font-mono">{provider}</span>: your sentence and names. They contain no value, note or
        description.
      </p>
      <pre
        tabIndex={0}
        aria-label="Bytes for the model"
        className="max-h-64 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {payload}
      </pre>
      <p className="font-mono text-2xs break-all text-muted">SHA-256 {payloadSha256}</p>
    </section>
  );
}
