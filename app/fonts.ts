import { GeistSans } from "geist/font/sans";
import localFont from "next/font/local";

export const sans = GeistSans;

/** Geist Mono as the package gives it, but not fetched ahead: 70 KB that names and values alone need would hold up the page itself. */
export const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  fallback: ["ui-monospace", "SFMono-Regular", "Menlo", "Liberation Mono", "DejaVu Sans Mono", "monospace"],
});
