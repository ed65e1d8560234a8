/**
 * Runs in `next dev` before its first request. The vault's own server does the same at its start; the pages' build leaves
 * this file out, as it leaves out the API.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { sealAsStored } = await import("./lib/server/process/prepare-only");
    await sealAsStored();
  }
}
