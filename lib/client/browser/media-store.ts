import type { Store } from "../store";

/** Whether a media query holds. */
export const mediaStore = (query: string, onServer: boolean): Store<boolean> => ({
  subscribe(listener) {
    const media = window.matchMedia(query);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  },
  current: () => window.matchMedia(query).matches,
  onServer: () => onServer,
});
