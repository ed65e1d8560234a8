import { KeptNote } from "@/components/ui/states/kept-note";
import type { EntryDraft } from "./entry-draft";

/** Says why the form begins with what somebody typed earlier. */
export function DraftNote({ draft: { left, cleared } }: { draft: EntryDraft }) {
  return (
    <KeptNote>
      {left ? "You left the page before this was saved." : "Your session ended before this was saved."}{" "}
      {cleared
        ? "The stored value that you were editing was cleared; the rest is as you typed it."
        : "It is as you typed it."}
    </KeptNote>
  );
}
