import { useEffect, useRef, useState } from "react";
import { ErrorNote } from "@/components/ui/states/error-state";
import { Spinner } from "@/components/ui/states/spinner";
import { readOtpauth } from "@/lib/import/otpauth/otpauth";
import type { Import } from "./use-import";
import { describeCameraError, watchCamera } from "./watch-camera";

/** The camera's picture, scanned until the dialog moves on; it is processed here and sent nowhere. */
export function CameraSource({ onFound }: { onFound: Import["take"] }) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<{ watching?: boolean; error?: string; seen?: string }>({});
  const latest = useRef(onFound);
  useEffect(() => {
    latest.current = onFound;
  });

  useEffect(() => {
    const stop = new AbortController();
    const element = video.current;
    if (!element) return;
    const look = (text: string) => {
      const tokens = readOtpauth(text);
      latest.current(tokens);
      setState({
        watching: true,
        seen:
          tokens.length > 0
            ? "Found. Show the next code, or add what is listed."
            : "That QR code holds no two-factor token.",
      });
    };
    watchCamera(element, look, stop.signal).then(
      () => !stop.signal.aborted && setState({ watching: true }),
      (error: unknown) => !stop.signal.aborted && setState({ error: describeCameraError(error) }),
    );
    return () => stop.abort();
  }, []);

  if (state.error) return <ErrorNote error={state.error} />;
  return (
    <div className="space-y-2">
      <div className="relative grid aspect-4/3 max-h-72 w-full place-items-center overflow-hidden rounded-md border border-line bg-sunken">
        <video
          ref={video}
          muted
          playsInline
          aria-label="The camera’s picture"
          className="absolute inset-0 size-full object-cover"
        />
        {!state.watching && <Spinner className="text-muted" />}
        {state.watching && (
          <span aria-hidden className="pointer-events-none absolute size-40 rounded-lg border-2 border-accent" />
        )}
      </div>
      <p role="status" className="text-sm text-muted">
        {state.seen ?? (state.watching ? "Hold the QR code in the frame." : "Waiting for the camera…")}
      </p>
    </div>
  );
}
