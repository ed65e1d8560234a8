import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { EnvProject } from "@/components/envs/env-project";
import { EnvProjects } from "@/components/envs/env-projects";
import LinkedIdentities from "@/components/settings/account/linked-identities";
import { ProfileCard } from "@/components/settings/account/profile-card";
import { TwoFactorCodes } from "@/components/two-factor/two-factor-codes";
import { identitiesQuery } from "@/lib/client/http/queries/account-queries";
import { NetworkError } from "@/lib/client/http/call";
import { envProjectQuery } from "@/lib/client/http/queries/queries";
import { queryKeys } from "@/lib/client/http/queries/query-keys";

vi.mock("next/navigation", () => ({
  useRouter: () => ({}),
  usePathname: () => "/",
  useSearchParams: () => new URLSearchParams(),
}));

const at = "2026-11-01T12:00:00.000Z";
const project = { id: "one", name: "payments", description: "", fileCount: 0, createdAt: at, updatedAt: at };

const parts: [name: string, part: ReactElement, queryKey: QueryKey, loaded: unknown, shown: string][] = [
  [
    "an env project",
    createElement(EnvProject, { id: "one", name: "payments", fillDialog: () => null }),
    envProjectQuery("one").queryKey,
    { data: { ...project, files: [] }, etag: "1" },
    "Loading the env project",
  ],
  ["the env projects", createElement(EnvProjects), queryKeys.envProjects, { data: [project] }, "Search env projects"],
  [
    "the two-factor codes",
    createElement(TwoFactorCodes),
    queryKeys.twoFactor,
    [{ id: "one", service: "Example", accountName: "ada@example.com" }],
    "Loading two-factor tokens",
  ],
  [
    "the profile",
    createElement(ProfileCard, { mail: false }),
    queryKeys.session,
    { name: "Ada Lovelace", email: "ada@example.com" },
    "Ada Lovelace",
  ],
  [
    "the linked identities",
    createElement(LinkedIdentities, { providerName: "Example" }),
    identitiesQuery.queryKey,
    {
      provider: null,
      identities: [{ id: "one", issuer: "https://id.example", subject: "ada-1", createdAt: at }],
    },
    "ada-1",
  ],
];

function rendered(part: ReactElement, queryKey: QueryKey, loaded?: unknown): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false, refetchOnMount: false } } });
  if (loaded !== undefined) client.setQueryData(queryKey, loaded);
  const query = client.getQueryCache().build(client, { queryKey });
  query.setState({
    status: "error",
    error: new NetworkError("offline"),
    fetchStatus: "idle",
    errorUpdatedAt: Date.now(),
  });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, part));
}

describe.each(parts)("%s", (_, part, queryKey, loaded, shown) => {
  test("stays as it is while a refetch fails", () => {
    const page = rendered(part, queryKey, loaded);
    expect(page).toContain(shown);
    expect(page).not.toContain("can’t be reached");
    expect(page).not.toContain('role="alert"');
  });

  test("reports the failure if there is nothing to show yet", () => {
    const page = rendered(part, queryKey);
    expect(page).not.toContain(shown);
    expect(page).toContain('role="alert"');
  });
});
