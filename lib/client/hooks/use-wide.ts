import { mediaStore } from "../browser/media-store";
import { useStore } from "./use-store";

const wide = mediaStore("(min-width: 40rem)", true);

/** Whether the window is wider than a phone's (Tailwind's `sm`), for what styles alone can't decide. */
export const useWide = (): boolean => useStore(wide);
