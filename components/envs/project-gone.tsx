import { FileX2 } from "lucide-react";
import { Page } from "@/components/layout/page";
import { buttonStyle } from "@/components/ui/buttons/button-style";
import { Link } from "@/components/ui/buttons/link";
import { EmptyState } from "@/components/ui/states/empty-state";
import { BackLink } from "./back-link";

/** In the place of a project that the vault does not have. */
export function ProjectGone() {
  return (
    <Page before={<BackLink />} title="Env project">
      <EmptyState
        icon={<FileX2 />}
        title="This env project no longer exists"
        actions={
          <Link href="/envs" className={buttonStyle({ variant: "primary" })}>
            All env projects
          </Link>
        }
      >
        It was deleted, or its address is wrong.
      </EmptyState>
    </Page>
  );
}
