/**
 * Joins class names. It does not resolve conflicts: a primitive's `className` is for its place in the page
 * (margin, width, grid), its looks come from its props.
 */
export const cn = (...classes: (string | false | null | undefined)[]): string => classes.filter(Boolean).join(" ");
