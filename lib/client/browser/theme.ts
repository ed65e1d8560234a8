export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Over TLS with the prefix that no other host can set. */
export const themeCookies = ["__Host-theme", "theme"] as const;

export const parseTheme = (text: string | undefined): Theme => themes.find((theme) => theme === text) ?? "system";
