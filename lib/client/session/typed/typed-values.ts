/** What of a form's values was typed. The others are as the form began, perhaps with data from the vault. */
export const typedValues = <Values extends object>(values: Values, begun: object = {}): Partial<Values> => {
  const before = new Map(Object.entries(begun));
  const typed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return Object.fromEntries(typed) as Partial<Values>;
};
