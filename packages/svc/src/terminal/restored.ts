const ending: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/**
 * Does what changes how the terminal behaves, and puts that back afterwards, even if a signal ends svc meanwhile. Node
 * itself does so at SIGINT and SIGTERM alone, and knows nothing of modes that were switched by what was written.
 */
export async function restored<T>(restore: () => void, work: () => Promise<T>): Promise<T> {
  const signals = process.platform === "win32" ? [] : ending;
  const leave = () => signals.forEach((signal) => process.off(signal, end));
  const end = (signal: NodeJS.Signals) => {
    leave();
    restore();
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, end);
  try {
    return await work();
  } finally {
    leave();
    restore();
  }
}
