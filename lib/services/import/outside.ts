import { type Bounds, isEnvironmentInside, isFileTypeInside, isProjectInside } from "../../auth/bounds";
import type { Context } from "../../auth/context";
import type { ImportItems } from "../../contracts/vault/import";
import { AppError } from "../../errors";

type Items = Required<Pick<ImportItems, "entries" | "envProjects" | "envFiles">>;

/** Of so many it is said which they are. */
const namedMax = 5;

/** Throws OUT_OF_BOUNDS if the caller may not create some of the items, and says which and why. */
export function assertAllInside({ caller: { bounds } }: Context, items: Items): void {
  if (!bounds) return;
  const outside = [
    ...items.entries.map(({ category, name, environment = null }) =>
      told(`${category} for ${name}`, [
        projectFault(bounds, name),
        !isEnvironmentInside(bounds, environment) && (environment ? `environment ${environment}` : "no environment"),
      ]),
    ),
    ...items.envProjects.map(({ name }) => told(`env project ${name}`, [projectFault(bounds, name)])),
    ...items.envFiles.map(({ project, fileType }) =>
      told(`.${fileType} of ${project}`, [
        projectFault(bounds, project),
        !isFileTypeInside(bounds, fileType) && "a file of another environment",
      ]),
    ),
  ].filter((text) => text !== null);
  const more = outside.length - namedMax;
  if (outside.length > 0)
    throw new AppError("OUT_OF_BOUNDS", {
      message: `Nothing was imported: ${outside.length} of the items ${outside.length === 1 ? "lies" : "lie"} outside the projects and environments that the access key, or your role in the team, is limited to: ${outside.slice(0, namedMax).join(", ")}${more > 0 ? `, and ${more} more` : ""}`,
    });
}

const projectFault = (bounds: Bounds, name: string) => !isProjectInside(bounds, name) && `project ${name}`;

/** An item and why it lies outside; null if it does not. */
function told(item: string, faults: readonly (string | false)[]): string | null {
  const why = faults.filter((fault) => fault !== false);
  return why.length === 0 ? null : `${item} (${why.join(", ")})`;
}
