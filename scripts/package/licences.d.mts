export type LockedPackage = {
  name: string;
  version: string;
  licence: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
};
export function lockedPackages(): LockedPackage[];
export function licenceFaults(packages: readonly LockedPackage[]): string[];
export function licencesPage(packages: readonly LockedPackage[]): string;
