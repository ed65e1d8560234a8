import { useEffect, useRef } from "react";

/** Pictures and text that were pasted or dropped. */
export type GivenTokens = { files: readonly File[]; text: string };

const typesInto = "input, textarea, [contenteditable]";

/**
 * Calls `take` with what is pasted or dropped anywhere on the page, until it says that it took it. Text that is pasted
 * into a field is left to the field.
 */
export function useGivenTokens(take: (given: GivenTokens) => boolean): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const handle = (event: ClipboardEvent | DragEvent, data: DataTransfer | null) => {
      if (event.defaultPrevented || !data) return;
      const copied = data.getData("text/plain");
      // Some programs also copy a picture of a text.
      const files = copied === "" ? [...data.files] : [];
      const isTyped = event.target instanceof Element && event.target.closest(typesInto) !== null;
      if (latest.current({ files, text: isTyped ? "" : copied })) event.preventDefault();
    };
    const onPaste = (event: ClipboardEvent) => handle(event, event.clipboardData);
    const onDrop = (event: DragEvent) => handle(event, event.dataTransfer);
    // Otherwise the browser would leave the page for the picture.
    const onDragOver = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
    document.addEventListener("paste", onPaste);
    document.addEventListener("drop", onDrop);
    document.addEventListener("dragover", onDragOver);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("drop", onDrop);
      document.removeEventListener("dragover", onDragOver);
    };
  }, []);
}
