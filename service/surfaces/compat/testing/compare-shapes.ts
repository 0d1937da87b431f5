/** What a captured answer tells about its form: kinds and names, no values. */
export type Shape =
  | 'text'
  | 'number'
  | 'boolean'
  | 'null'
  /** An empty list; an empty map is written the same way. */
  | { empty: true }
  | { list: Shape }
  /** A map by id, slug or address. */
  | { map: Shape }
  | { record: Record<string, Shape> }
  /** JSON inside a text. */
  | { json: Shape }
  /** A field that only some of the captured records have. */
  | { optional: Shape }
  | { either: Shape[] }

/** Each difference as a line: the path, what was captured, and what we send. */
export function differences(shape: Shape, ours: unknown, path = ''): string[] {
  const wrong = (expected: string) => [`${path || '(whole)'}: ${expected}, not ${kindOf(ours)}`]
  if (typeof shape === 'string') return kindOf(ours) === shape ? [] : wrong(shape)
  if ('optional' in shape) return ours === undefined ? [] : differences(shape.optional, ours, path)
  if ('either' in shape)
    return shape.either.some((one) => differences(one, ours, path).length === 0) ? [] : wrong('either')
  if ('empty' in shape) return isEmptyList(ours) ? [] : wrong('an empty list')
  if ('json' in shape) {
    if (typeof ours !== 'string') return wrong('text')
    // An empty text is the form of a missing value.
    return ours === '' ? [] : differences(shape.json, JSON.parse(ours), path)
  }
  if ('list' in shape) {
    if (!Array.isArray(ours)) return wrong('a list')
    if (ours.length === 0) return [path + nothingCompared]
    return ofItems(ours.map((item) => differences(shape.list, item, `${path}[]`)))
  }
  if ('map' in shape) {
    if (isEmptyList(ours)) return [path + nothingCompared]
    if (!isObject(ours)) return wrong('a map')
    return ofItems(Object.values(ours).map((item) => differences(shape.map, item, `${path}{}`)))
  }
  if (!isObject(ours)) return wrong('a record')
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  return [
    ...Object.entries(shape.record).flatMap(([name, field]) =>
      name in ours || (typeof field === 'object' && 'optional' in field)
        ? differences(field, ours[name], at(name))
        : [`${at(name)}: missing`],
    ),
    ...Object.keys(ours)
      .filter((name) => !(name in shape.record))
      .map((name) => `${at(name)}: not captured`),
  ]
}

const nothingCompared = ': is empty, so nothing was compared'

/** The differences of all items; a list that is empty in some items only was compared in the others. */
function ofItems(items: string[][]): string[] {
  const lines = [...new Set(items.flat())]
  return lines.filter((line) => !line.endsWith(nothingCompared) || items.every((own) => own.includes(line)))
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  return typeof value === 'object' ? 'a record' : typeof value === 'string' ? 'text' : typeof value
}
