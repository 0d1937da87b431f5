const letters = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
const kind = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
const isIdMap = (keys: readonly string[]) => keys.length > 0 && keys.every((key) => /^\d+$/.test(key))

/**
 * The differences of two replies: in structure, in types, in the order of keys or, unless a value is free, in the value.
 * Maps by id are compared entry by entry, ignoring the ids.
 */
export function differences(
  actual: unknown,
  expected: unknown,
  isFree: (path: string) => boolean,
  path = '',
): string[] {
  if (kind(actual) !== kind(expected)) return [`${path}: ${kind(actual)} instead of ${kind(expected)}`]
  if (Array.isArray(expected)) {
    const list = actual as unknown[]
    if (list.length !== expected.length) return [`${path}: ${list.length} elements instead of ${expected.length}`]
    return expected.flatMap((item, index) => differences(list[index], item, isFree, `${path}[]`))
  }
  if (typeof expected === 'object' && expected !== null) {
    const [mine, theirs] = [actual as Record<string, unknown>, expected as Record<string, unknown>]
    const [myKeys, theirKeys] = [Object.keys(mine), Object.keys(theirs)]
    if (isIdMap(theirKeys)) return differences(Object.values(mine), Object.values(theirs), isFree, path)
    if (isFree(`${path}{}`)) return []
    // The live site returns the details of a log row in any order.
    if (path.endsWith('meta_data')) for (const keys of [myKeys, theirKeys]) keys.sort()
    if (myKeys.join() !== theirKeys.join()) return [`${path}: keys ${myKeys} instead of ${theirKeys}`]
    return theirKeys.flatMap((key) => differences(mine[key], theirs[key], isFree, path === '' ? key : `${path}.${key}`))
  }
  if (isFree(path) || actual === expected) return []
  if (typeof actual === 'string' && typeof expected === 'string' && letters(actual) === letters(expected)) return []
  return [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`]
}
