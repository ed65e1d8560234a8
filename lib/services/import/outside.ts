import { requireScope } from "../../auth/grants/authorize";
import { type Bounds, isEnvironmentInside, isFileTypeInside, isProjectInside } from "../../auth/grants/bounds";
import type { Context } from "../../auth/context";
import type { ImportItems } from "../../contracts/transfer/import";
import { AppError } from "../../errors";
import { thisImport } from "./work";

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
  if (outside.length > 0)
    throw new AppError("OUT_OF_BOUNDS", {
      message: `Nothing was imported: ${outside.length} of the items ${outside.length === 1 ? "lies" : "lie"} outside the projects and environments that the access key, or your role in the team, is limited to: ${listed(outside)}`,
    });
}

/**
 * Throws OUT_OF_BOUNDS if items need these categories, which the caller does not find, and the caller is limited:
 * a category reaches beyond any limits. One that is there shows only with an entry within them.
 */
export function assertMayCreate({ caller }: Context, categories: readonly string[]): void {
  const { bounds } = caller;
  if (!bounds || categories.length === 0) return;
  // Of a key that lacks the scope as well, that is said.
  requireScope({ ...caller, bounds: null }, "categories:write", thisImport);
  const [need, what] =
    categories.length === 1
      ? ["category", "what belongs to it"]
      : [`${categories.length} categories`, "what belongs to them"];
  throw new AppError("OUT_OF_BOUNDS", {
    message: `Nothing was imported: the access key, or your role in the team, is limited to projects or environments, so it can't create the ${need} that the items need: ${listed(categories)}. Ask somebody without these limits to import ${what}, or leave it out`,
  });
}

const listed = (names: readonly string[]): string => {
  const more = names.length - namedMax;
  return `${names.slice(0, namedMax).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
};

const projectFault = (bounds: Bounds, name: string) => !isProjectInside(bounds, name) && `project ${name}`;

/** An item and why it lies outside; null if it does not. */
function told(item: string, faults: readonly (string | false)[]): string | null {
  const why = faults.filter((fault) => fault !== false);
  return why.length === 0 ? null : `${item} (${why.join(", ")})`;
}
