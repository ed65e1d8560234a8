/** Where the pages act: in a team's vault, by the team's id, or in one's own. */
export type ActiveVault = string | null;

export const ownVault = "My vault";

/** The vault that a path belongs to: `/teams/<id>` and all below it is the team's, everything else one's own. */
export function activeVaultOf(pathname: string): ActiveVault {
  const [, first, id] = pathname.split("/", 3);
  return first === "teams" && id ? id : null;
}

/**
 * This document's vault. Another vault is always another document (see `goTo`), so nothing in memory, in the query cache
 * or on its way from the vault can end up in another vault than the one it was asked for.
 */
export const documentVault: ActiveVault =
  typeof window === "undefined" ? null : activeVaultOf((window as { location?: Location }).location?.pathname ?? "/");

/** The pages that every vault has. The others belong to the person, or to nobody. */
const pagesOfVaults = /^\/(projects|vault|2fa|envs|access-keys|activity|trash|import|webhooks)?([/?#]|$)/;

/** A path of the dashboard in a vault. Pages that belong to no vault, and paths that name theirs, stay as they are. */
export function pathInVault(activeVault: ActiveVault, path: string): string {
  if (activeVault === null || !pagesOfVaults.test(path)) return path;
  return `/teams/${activeVault}${path === "/" ? "" : path}`;
}

/** The settings of a team. */
export const teamPath = (teamId: string): string => `/teams/${teamId}/settings`;

let leave = (go: () => void): void => go();

/** From now on `beforeLeaving` asks this first, which goes on by calling what it is given, or does not. */
export const guardLeaving = (guard: typeof leave): void => void (leave = guard);

/** Goes on to another page, if that can be reached. */
export const beforeLeaving = (go: () => void): void => leave(go);

let target: readonly [path: string] = [""];

/** The path that was last gone to, another array each time: the router changes the address only once it has the page. */
export const lastTarget = () => target;

/** Goes to a page: by the router within a vault, by a full load to another one. */
export function goTo(path: string, byRouter: (path: string) => void): void {
  beforeLeaving(() => {
    const way = (target = [path]);
    if (activeVaultOf(path) === documentVault) return byRouter(path);
    // Whoever goes on here was asked by the browser, and stayed: on the page that is shown, whatever it is.
    const stay = () => void (target === way && (target = [""]));
    // After what is being rendered: a form that was just closed would still ask whether to leave.
    window.setTimeout(() => {
      window.location.assign(path);
      for (const event of ["pointerdown", "keydown"])
        window.addEventListener(event, stay, { capture: true, once: true });
    });
  });
}
