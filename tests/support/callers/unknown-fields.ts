/**
 * The fields of a Kubernetes object, below its top level, that its schema doesn't know, and which a cluster would drop or refuse. The
 * compiled schemas look at each field that they know, and ignore all others.
 */
export function unknownFields(model: { validate(): void }): string[] {
  const left = new Set<string>();
  const watched = (value: unknown, place: string): unknown => {
    if (typeof value !== "object" || value === null) return value;
    for (const key of Object.keys(value)) left.add(`${place}/${key}`);
    return new Proxy(value, {
      get(target, key) {
        const found: unknown = Reflect.get(target, key);
        if (typeof key !== "string" || !Object.hasOwn(target, key)) return found;
        left.delete(`${place}/${key}`);
        return watched(found, `${place}/${key}`);
      },
    });
  };
  for (const [key, value] of Object.entries(model)) Reflect.set(model, key, watched(value, `/${key}`));
  model.validate();
  return [...left];
}
