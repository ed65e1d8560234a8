export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Over TLS with the prefix that no other host can set. */
export const themeCookies = ["__Host-theme", "theme"] as const;

export const parseTheme = (text: string | undefined): Theme => themes.find((theme) => theme === text) ?? "system";

/** Stored in a cookie, so that the server renders the right theme without a flash or an inline script. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  const [prefixed, plain] = themeCookies;
  const secure = window.location.protocol === "https:";
  document.cookie = `${secure ? prefixed : plain}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? "; Secure" : ""}`;
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** For `useSyncExternalStore`: the theme as the document has it. */
export const themeStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  current: (): Theme => parseTheme(document.documentElement.dataset["theme"]),
};
