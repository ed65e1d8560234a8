import type { EnvFileType } from "../../contracts/vault/envs";

/** Complete by type, without the schema's weight; the order of the tabs. */
const names: Record<EnvFileType, string> = {
  env: ".env",
  "env.local": ".env.local",
  "env.development": ".env.development",
  "env.production": ".env.production",
};

export const fileTypes = Object.keys(names) as EnvFileType[];
export const fileName = (fileType: EnvFileType): string => names[fileType];
