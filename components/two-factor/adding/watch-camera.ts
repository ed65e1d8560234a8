const lookMilliseconds = 200;
const sideMax = 800;

/** Shows the camera in `video` and reports each QR code once, until the signal. Rejects when there is no camera to be had. */
export async function watchCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  // Absent on plain http beyond localhost, whatever the types say.
  if (typeof navigator.mediaDevices?.getUserMedia !== "function")
    throw new DOMException("no camera on this connection", "NotSupportedError");
  const [stream, { default: decode }] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: { ideal: "environment" } } }),
    import("jsqr"),
  ]);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
  if (signal.aborted) return stop();
  signal.addEventListener("abort", stop, { once: true });
  video.srcObject = stream;
  await video.play();

  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const seen = new Set<string>();
  const look = () => {
    if (signal.aborted || !context) return;
    const scale = Math.min(1, sideMax / Math.max(video.videoWidth, video.videoHeight, 1));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (canvas.width > 0 && canvas.height > 0) {
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      const text = decode(data, width, height, { inversionAttempts: "dontInvert" })?.data;
      if (text && !seen.has(text)) {
        seen.add(text);
        onText(text);
      }
    }
    window.setTimeout(look, lookMilliseconds);
  };
  // After the caller knows that it works.
  window.setTimeout(look, 0);
}

export function describeCameraError(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError")
    return "The browser does not let this page use the camera. Allow it in the address bar, or use an image.";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "No camera was found. Use an image instead.";
  if (name === "NotReadableError") return "Another program uses the camera. Close it, or use an image.";
  if (name === "NotSupportedError") return "Browsers give the camera only to pages over https. Use an image instead.";
  return "The camera could not be started. Use an image instead.";
}
