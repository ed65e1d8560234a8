type Machine = { name: string; address: string; source: string };
type Place = { databases: Machine[]; vaults: Machine[]; here: string };

export const passwords: Record<"superuser" | "replication" | "rewind" | "restapi" | "vault" | "accounts", string>;
export function hostRules(place: Place): string[];
export function patroniSettings(
  machine: Machine,
  place: Place,
  files: { folder: string; certificate: string; key: string; programs: string },
): {
  restapi: { authentication: { username: string; password: string } };
  etcd: { protocol: string };
  postgresql: { authentication: Record<string, { username: string; password: string }>; pg_hba: string[] };
};
