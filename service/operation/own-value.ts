/** The record's own value of the key. Keys from outside can be names such as `constructor`, which every object has. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
