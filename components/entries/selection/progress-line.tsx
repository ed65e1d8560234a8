import type { Progress } from "@/lib/client/in-turn";

/** "Deleting: 12 of 60", with a bar. */
export function ProgressLine({ doing, progress }: { doing: string; progress: Progress | undefined }) {
  if (!progress) return null;
  const text = `${doing}: ${progress.done} of ${progress.of}`;
  return (
    <div className="space-y-1">
      <progress
        aria-label={doing}
        className="block h-1.5 w-full accent-accent"
        value={progress.done}
        max={progress.of}
      />
      <p className="text-xs text-muted">{text}</p>
    </div>
  );
}
