"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { HistoryDialog } from "@/components/history/history-dialog";
import type { CallOptions } from "@/lib/client/http/call";
import {
  envFileVersionsQuery,
  restoreEnvFileVersion,
  revealEnvFileVersion,
} from "@/lib/client/http/resources/versions-api";
import { useRights } from "@/lib/client/hooks/reveal/use-rights";
import type { EnvFile, EnvProjectWithFiles } from "@/lib/contracts/vault/envs";
import { compareFiles } from "./compare-files";
import { fileName } from "@/lib/client/words/file-names";
import { FormerText } from "./former-text";
import { useRefreshProjects } from "../use-refresh-projects";

/** The texts that an env file had. */
export default function FileHistory({
  project,
  file,
  onClose,
}: {
  project: EnvProjectWithFiles;
  file: EnvFile;
  onClose: () => void;
}) {
  const { id } = project;
  const fileId = file.id;
  const { may } = useRights();
  const refresh = useRefreshProjects();
  const versions = useQuery(envFileVersionsQuery(id, fileId));
  const name = `${fileName(file.fileType)} of ${project.name}`;

  const read = useCallback(
    async (version: number, signal?: AbortSignal) =>
      (await revealEnvFileVersion({ params: { id, fileId, version: String(version) } }, signal && { signal })).data
        .content,
    [id, fileId],
  );
  const compare = useCallback(
    async (left: number, right: number, signal: AbortSignal) =>
      compareFiles(...(await Promise.all([read(left, signal), read(right, signal)]))),
    [read],
  );
  async function restore(version: number, only: CallOptions) {
    await restoreEnvFileVersion({ params: { id, fileId, version: String(version) } }, only);
    await refresh();
  }

  const reveals = may("envs:reveal");
  return (
    <HistoryDialog
      name={name}
      noun="text"
      versions={versions.data?.data.map(({ variableNames, ...version }) => ({ ...version, names: variableNames }))}
      error={versions.error}
      onRetry={versions.refetch}
      value={
        reveals
          ? ({ version }) => (
              <FormerText key={version} name={`${name}, version ${version}`} version={version} read={read} />
            )
          : undefined
      }
      compare={reveals ? compare : undefined}
      restore={may("envs:write") ? { over: file, send: restore } : undefined}
      onClose={onClose}
    />
  );
}
