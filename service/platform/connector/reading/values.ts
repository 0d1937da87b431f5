/** PHP writes the same value in many ways; everything that reads an answer uses these. None of them throws. */

export type WireMap = { readonly [key: string]: unknown }

export function isMap(value: unknown): value is WireMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A map; an empty one for anything else, also for the `[]` that PHP makes of an empty map. */
export function asMap(value: unknown): WireMap {
  return isMap(value) ? value : {}
}

/** Whether something is a list or a map. */
export function isCollection(value: unknown): value is WireMap | unknown[] {
  return typeof value === 'object' && value !== null
}

/** Keys and values of a map, or of a list with its numbers as keys: limited, with the total number. */
export function firstEntries(value: unknown, maxItems: number): { entries: [string, unknown][]; total: number } {
  if (Array.isArray(value)) {
    return { entries: value.slice(0, maxItems).map((item, index) => [String(index), item]), total: value.length }
  }
  if (!isMap(value)) return { entries: [], total: 0 }
  const keys = Object.keys(value)
  return { entries: keys.slice(0, maxItems).map((key) => [key, value[key]]), total: keys.length }
}

export function entriesOf(value: unknown, maxItems: number): [string, unknown][] {
  return firstEntries(value, maxItems).entries
}

export function sizeOf(value: unknown): number {
  return firstEntries(value, 0).total
}

/** 5, "5" and " 5.5 "; null for everything else, infinity included. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'string') return /^\s*-?\d{1,20}(\.\d{1,20})?\s*$/.test(value) ? Number(value) : null
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** A whole number from 0 up to the largest exact number of JavaScript. */
export function count(value: unknown): number | null {
  const number = readNumber(value)
  return number !== null && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? Math.floor(number) : null
}

/** The id of a post, comment, user …; null if invalid. */
export function idOf(value: unknown): number | null {
  const id = count(value)
  return id !== null && id > 0 ? id : null
}

/** true, 1, "1", "T", "Y", "yes", "true", "on"; everything else is false. */
export function readBoolean(value: unknown): boolean {
  if (typeof value === 'string') return /^(1|t|y|yes|true|on)$/i.test(value.trim())
  return value === true || (typeof value === 'number' && value !== 0)
}

/** A word of a fixed vocabulary or something like it: letters, digits, dash, underscore. */
export function keyword(value: unknown, maxLength = 60): string {
  return typeof value === 'string' && value.length <= maxLength && /^[\w-]+$/.test(value) ? value : ''
}
