// The container's HEALTHCHECK: 0 when the vault is ready, 1 otherwise.
const response = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
process.exitCode = response?.ok ? 0 : 1;
