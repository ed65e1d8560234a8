"use client";

import { useState } from "react";
import { cn } from "./class-names";

/**
 * A brand's icon in the surrounding text colour, or the name's first letter if there is none. Decoration: the name is
 * beside it. Not for server-rendered markup, which may not contain style attributes.
 */
export function BrandIcon({
  slug,
  name,
  className,
}: {
  slug: string | null | undefined;
  name: string;
  className?: string;
}) {
  const [missing, setMissing] = useState<string>();
  if (!slug || slug === missing) {
    return (
      <span
        aria-hidden
        className={cn(
          "grid size-5 shrink-0 place-items-center rounded-sm bg-sunken text-2xs font-semibold text-muted uppercase select-none",
          className,
        )}
      >
        {[...name.trim()][0]}
      </span>
    );
  }
  const source = `/icons/${slug}`;
  // The file is black: its shape cuts the text colour out, and the picture itself is moved out of its own frame.
  return (
    // eslint-disable-next-line @next/next/no-img-element -- a small local SVG: nothing to optimise
    <img
      src={source}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setMissing(slug)}
      style={{ maskImage: `url("${source}")` }}
      className={cn(
        "size-5 shrink-0 bg-current mask-contain mask-center mask-no-repeat object-none object-[-100vmax_-100vmax]",
        className,
      )}
    />
  );
}
