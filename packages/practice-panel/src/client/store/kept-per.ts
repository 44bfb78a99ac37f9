/** Keeps one value of each key for each owner, as long as the owner lives. */
export function keptPer<Owner extends object, Value>(): (owner: Owner, key: string, make: () => Value) => Value {
  const kept = new WeakMap<Owner, Map<string, Value>>();
  return (owner, key, make) => {
    const values = kept.get(owner) ?? new Map<string, Value>();
    kept.set(owner, values);
    const value = values.get(key) ?? make();
    values.set(key, value);
    return value;
  };
}
