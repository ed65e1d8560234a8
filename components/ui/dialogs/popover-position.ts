const gap = 6;
const margin = 8;

export type Placement = { side?: "below" | "above"; align?: "start" | "center" | "end" };

/**
 * Positions a shown popover beside its anchor, flipped and shifted to stay in the viewport. Coordinates are set through
 * the CSSOM, which a content security policy without unsafe-inline allows.
 */
export function positionPopover(
  floating: HTMLElement,
  anchor: Element,
  { side = "below", align = "center" }: Placement = {},
): void {
  const to = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const { clientWidth, clientHeight } = document.documentElement;
  const below = to.bottom + gap;
  const above = to.top - gap - height;
  const fitsBelow = below + height <= clientHeight - margin;
  const top = side === "below" ? (fitsBelow || above < margin ? below : above) : above >= margin ? above : below;
  const left = align === "start" ? to.left : align === "end" ? to.right - width : to.left + (to.width - width) / 2;
  floating.style.top = `${Math.round(Math.max(margin, Math.min(top, clientHeight - height - margin)))}px`;
  floating.style.left = `${Math.round(Math.max(margin, Math.min(left, clientWidth - width - margin)))}px`;
}
