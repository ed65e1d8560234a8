import { parseTheme, themeCookies, type Theme } from "../browser/theme";
import { createStore, type Store } from "../store";
import { useStore } from "./use-store";

/** What was chosen since the page was loaded. */
const chosen = createStore<Theme | undefined>(undefined);

const themeStore: Store<Theme | undefined> = {
  ...chosen,
  current: () => chosen.current() ?? parseTheme(document.documentElement.dataset["theme"]),
};

/** The chosen theme and its setter; `undefined` until hydrated. */
export const useTheme = () => [useStore(themeStore), applyTheme] as const;

/** Stored in a cookie, so that the server renders the right theme without a flash or an inline script. */
function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  const [prefixed, plain] = themeCookies;
  const secure = window.location.protocol === "https:";
  document.cookie = `${secure ? prefixed : plain}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? "; Secure" : ""}`;
  chosen.set(theme);
}
