import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { productName } from "@/components/layout/brand";
import { parseTheme, themeCookies } from "@/lib/client/browser/theme";
import { mono, monoWhole, sans, sansWhole } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: productName, template: `%s · ${productName}` },
  description: "A self-hosted vault for keys, two-factor tokens and .env files.",
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

async function readTheme() {
  const sent = await cookies();
  return parseTheme(themeCookies.map((name) => sent.get(name)?.value).find((value) => value !== undefined));
}

// The canvas colour, for the browser's own bars.
const canvas = { light: "#f3f5f4", dark: "#0d1311" };

export async function generateViewport(): Promise<Viewport> {
  const theme = await readTheme();
  return {
    width: "device-width",
    initialScale: 1,
    viewportFit: "cover",
    themeColor:
      theme === "system"
        ? [
            { media: "(prefers-color-scheme: light)", color: canvas.light },
            { media: "(prefers-color-scheme: dark)", color: canvas.dark },
          ]
        : canvas[theme],
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html
      lang="en"
      data-theme={await readTheme()}
      data-apple={/Mac OS/.test((await headers()).get("user-agent") ?? "") || undefined}
      className={`${sans.variable} ${sansWhole.variable} ${mono.variable} ${monoWhole.variable}`}
    >
      <body className="font-sans">{children}</body>
    </html>
  );
}
