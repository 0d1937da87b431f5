/** The keys with their type. Only for objects written in this code: TypeScript allows other objects to have more keys. */
export function typedKeys<K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] {
  // Object.keys returns string[], because a type does not exclude further keys.
  return Object.keys(record) as K[]
}

/** The same for entries. */
export function typedEntries<K extends string, V>(record: Readonly<Partial<Record<K, V>>>): [K, V][] {
  // As above.
  return Object.entries(record) as [K, V][]
}

/** A record with one value per key. */
export function recordOf<K extends string, V>(keys: readonly K[], toValue: (key: K) => V): Record<K, V> {
  // Object.fromEntries forgets the keys.
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<K, V>
}
