import { useEffect, useRef, useState, type RefObject } from "react";

/** Whether the element has been in view, or close to it. */
export function useSeen(): [container: RefObject<HTMLDivElement | null>, seen: boolean] {
  const container = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = container.current;
    if (!element || seen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: "100px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return [container, seen];
}
