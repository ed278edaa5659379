/** The values of each key, in the order of the pairs. */
export function valuesByKey<K, V>(pairs: Iterable<[key: K, value: V]>): Map<K, V[]> {
  const byKey = new Map<K, V[]>();
  for (const [key, value] of pairs) {
    const values = byKey.get(key);
    if (values === undefined) byKey.set(key, [value]);
    else values.push(value);
  }
  return byKey;
}
