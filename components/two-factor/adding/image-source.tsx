import { ImageUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { cn } from "@/components/ui/class-names";
import { ErrorNote } from "@/components/ui/states/error-state";
import { decodeImage } from "@/lib/client/browser/decode-qr";
import { readOtpauth } from "@/lib/import/otpauth/otpauth";
import { repeatedText } from "./candidates";
import type { Import } from "./use-import";

/** Pictures of QR codes: chosen, or dropped or pasted anywhere. They are processed here and sent nowhere. */
export function ImageSource({ pasted, onFound }: { pasted: readonly File[]; onFound: Import["take"] }) {
  const input = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState<{ reading?: boolean; error?: string; repeated?: string }>({});
  const [over, setOver] = useState(false);

  async function read(files: readonly File[]) {
    if (files.length === 0) return;
    setStatus({ reading: true });
    const faults: string[] = [];
    const repeated: string[] = [];
    for (const file of files) {
      try {
        const texts = await decodeImage(file);
        const tokens = readOtpauth(texts.join("\n"));
        repeated.push(...onFound(tokens).repeated);
        if (texts.length === 0) faults.push(`${file.name}: no QR code was found. Crop the picture closer to the code.`);
        else if (tokens.length === 0) faults.push(`${file.name}: its QR code holds no two-factor token.`);
      } catch {
        faults.push(`${file.name}: this is not a picture the browser can read.`);
      }
    }
    setStatus({
      ...(faults.length > 0 && { error: faults.join(" ") }),
      ...(repeated.length > 0 && { repeated: repeatedText(repeated) }),
    });
  }

  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => void latest.current(pasted), [pasted]);

  return (
    <div className="space-y-2">
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void read([...event.dataTransfer.files]);
        }}
        className={cn(
          "flex flex-col items-center gap-2 rounded-md border border-dashed px-4 py-6 text-center text-sm text-muted",
          over ? "border-accent bg-accent-soft" : "border-edge",
        )}
      >
        <Button icon={<ImageUp />} pending={status.reading ?? false} onClick={() => input.current?.click()}>
          Choose images…
        </Button>
        <p>Or drop them anywhere, or paste a screenshot. They are read in this browser and sent nowhere.</p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          aria-label="Images with QR codes"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            void read([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </div>
      {status.error && <ErrorNote error={status.error} />}
      <p role="status" className="text-sm text-muted">
        {status.repeated ?? ""}
      </p>
    </div>
  );
}
