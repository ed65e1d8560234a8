import { Upload } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";

/** Takes a file dropped anywhere on it. Without `onFile` it takes none, and the browser does not open one instead. */
export function DropArea({
  label,
  onFile,
  children,
}: {
  label: string;
  onFile: ((file: File) => unknown) | undefined;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  return (
    <div
      className="relative"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        if (onFile) setOver(true);
        else event.dataTransfer.dropEffect = "none";
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDropCapture={(event) => {
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        // Handled before the editor, which would paste the text where it was dropped.
        event.stopPropagation();
        void onFile?.(file);
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-1 z-10 grid place-items-center rounded-md border-2 border-dashed border-accent bg-accent-soft/90 text-sm font-medium text-accent-ink">
          <span className="flex items-center gap-2">
            <Upload aria-hidden className="size-4" /> {label}
          </span>
        </div>
      )}
    </div>
  );
}

/** A file input that buttons elsewhere open. */
export function useFilePicker(label: string, onFile: (file: File) => unknown) {
  const input = useRef<HTMLInputElement>(null);
  const take = (element: HTMLInputElement) => {
    const file = element.files?.[0];
    // So that the same file can be chosen again.
    element.value = "";
    if (file) void onFile(file);
  };
  // A file may have been chosen before hydration, when nobody handled the event.
  useEffect(() => {
    if (input.current?.files?.length) take(input.current);
  });
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => take(event.target)}
      />
    ),
  };
}
