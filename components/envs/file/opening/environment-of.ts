import type { EnvFileType } from "@/lib/contracts/vault/envs";
import type { Environment } from "@/lib/contracts/primitives";

const environmentsOf: Record<EnvFileType, Environment | null> = {
  env: null,
  "env.local": null,
  "env.development": "development",
  "env.production": "production",
};

/** The environment that a file is for. */
export const environmentOf = (fileType: EnvFileType): Environment | null => environmentsOf[fileType];
