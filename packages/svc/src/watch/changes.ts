import type { ListedEntry } from "../../../../lib/contracts/vault/entries";
import { findEnvProject } from "../variables/env-project";
import type { Source } from "../variables/project-variables";
import { isSelected } from "../variables/variables";
import type { VaultClient } from "../vault/vault";

/**
 * Tells whether the values of a source may have changed, by names and versions alone, so that looking reveals nothing.
 * The list of entries is only sent when something in the vault has changed (ETag).
 */
export class Changes {
  private etag: string | null = null;
  private entries: readonly ListedEntry[] = [];
  private seen: string | undefined;

  constructor(
    private readonly vault: VaultClient,
    private readonly source: Source,
  ) {}

  /** Whether something may have changed since this was last said; the first time it may. */
  async look(): Promise<boolean> {
    const listed = await this.vault.listEntriesUnless(this.etag);
    if (listed) ({ etag: this.etag, entries: this.entries } = listed);
    const { selection, files } = this.source;
    // References lead to any entry.
    const entries = files ? this.entries : this.entries.filter(isSelected(selection));
    const now = JSON.stringify([
      entries.map(({ id, version, name, environment, category, fieldNames }) => [
        id,
        version,
        name,
        environment,
        category.name,
        category.envVarName,
        fieldNames,
      ]),
      files ? await this.fileVersions() : [],
    ]);
    const isChanged = now !== this.seen;
    this.seen = now;
    return isChanged;
  }

  /** What was seen last did not lead to values: the next look counts as a change. */
  forget(): void {
    this.seen = undefined;
  }

  private async fileVersions(): Promise<unknown[]> {
    const project = await findEnvProject(this.vault, this.source.selection.project);
    if (!project) return [];
    return (await this.vault.getEnvProject(project.id)).files.map(({ id, fileType, version }) => [
      id,
      fileType,
      version,
    ]);
  }
}
