/**
 * The fields of a Kubernetes object that its schema doesn't know, which a cluster would drop or refuse. The compiled schemas look at
 * each field that they know, and ignore all others.
 */
export function unknownFields(validate: (data: object) => void, object: object): string[] {
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
  validate(watched(object, "") as object);
  return [...left];
}
