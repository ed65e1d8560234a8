export function regularExpressions(): Map<string, string>;
