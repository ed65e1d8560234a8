import { CliError } from "./cli-error";

/** Whether svc exchanges the job's ID token for an access key instead of using a stored one. */
export function asksForKey(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  const wish = env.SVC_OIDC || "false";
  if (wish !== "true" && wish !== "false")
    throw new CliError("usage", "SVC_OIDC has to be true or false: true takes an ID token from the CI job.");
  return wish === "true";
}
