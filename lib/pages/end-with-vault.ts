type Own = Pick<NodeJS.Process, "once" | "on" | "exit" | "connected" | "disconnect" | "exitCode">;

/**
 * Ends this process when the vault has ended or has no more use for it, and after a fault that nobody caught: the vault is
 * told of that, and the process ends with 1. `leave` removes what would be left behind.
 */
export function endWithVault(own: Own, { leave, tellFault }: { leave(): void; tellFault(error: unknown): void }): void {
  own.once("disconnect", () => {
    leave();
    // With the code that a fault has set.
    own.exit();
  });
  own.on("uncaughtException", (error) => {
    tellFault(error);
    own.exitCode = 1;
    if (own.connected) own.disconnect();
    else own.exit();
  });
}
