"use client";

import { useRouter } from "next/navigation";
import { startTransition, type ComponentProps, type MouseEvent } from "react";

const opensElsewhere = (event: MouseEvent<HTMLAnchorElement>) =>
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  (event.currentTarget.target !== "" && event.currentTarget.target !== "_self");

/**
 * A link within the dashboard: a plain anchor that uses the router for ordinary clicks and prefetches on hover and
 * focus. It replaces next/link, which adds 3 KB to every page's first load.
 */
export function Link({
  href,
  onClick,
  onPointerEnter,
  onFocus,
  ...rest
}: Omit<ComponentProps<"a">, "href"> & { href: string }) {
  const router = useRouter();
  return (
    <a
      href={href}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        router.prefetch(href);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        router.prefetch(href);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || opensElsewhere(event)) return;
        event.preventDefault();
        startTransition(() => router.push(href));
      }}
      {...rest}
    />
  );
}
