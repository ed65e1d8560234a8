import type { Member } from "@/lib/contracts/people/members";
import { type Limits, namedMax, reachesText } from "../key-words";

/** In words: how far something of a list reaches. Where the sentence counts the rest, all of them can be unfolded. */
export function ReachLimits({ limits, maker }: { limits: Limits; maker: Member | undefined }) {
  const { projects, addresses } = limits;
  const unnamed = [projects, addresses].flatMap((items) => (items && items.length > namedMax ? [items] : []));
  return (
    <>
      <p className="break-words">{reachesText(limits, maker)}</p>
      {unnamed.map((items) => (
        <details key={items === projects ? "projects" : "addresses"}>
          <summary className="w-fit rounded-sm font-medium pointer-coarse:py-3.5">
            All {items.length} {items === projects ? "projects" : "addresses"}
          </summary>
          <ul className="mt-1 columns-1 gap-x-4 pl-4 sm:columns-2">
            {items.map((item) => (
              <li key={item} className="break-words">
                {item}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}
