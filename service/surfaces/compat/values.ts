import { JsonRows } from '../../operation/json-rows.ts'
import type { NamedValues } from './view.ts'

/** Values as the established product writes them. */

/** Values of its database are texts; a missing one is empty. */
export const text = (value: string | number | boolean | null | undefined): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
}

/** An empty map is a list there. */
export const map = <Value>(entries: readonly (readonly [string | number, Value])[]): Record<string, Value> | [] =>
  entries.length === 0 ? [] : Object.fromEntries(entries)

export const byId = <Row extends { id: number }, Shown>(rows: readonly Row[], show: (row: Row) => Shown) =>
  map(rows.map((row) => [row.id, show(row)]))

/** Embedded JSON: a text. */
export const json = (value: unknown): string => JSON.stringify(value)

/** `2026-11-16T01:31:27`: UTC without a zone. */
export const time = (timestamp: string | null | undefined): string => timestamp?.slice(0, 19) ?? ''

/** `2026-11-16 01:31:27`. */
export const spacedTime = (timestamp: string | null | undefined): string => time(timestamp).replace('T', ' ')

/** Seconds since 1970 of a day or a time; 0: none. */
export const unixTime = (day: string | null | undefined): number =>
  day ? Math.floor(Date.parse(day.length === 10 ? `${day}T00:00:00Z` : day) / 1000) : 0

export const zeroOrOne = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** Whether a parameter such as `with_tags` is switched off. */
export const isOff = (value: unknown): boolean => ['0', 'no', 'false'].includes(String(value).toLowerCase())

/** Without the named fields. */
export const without = (fields: NamedValues, ...names: string[]): NamedValues =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** The rows of a list, which may be sent in parts. */
export const showRows = <Row>(rows: readonly Row[] | JsonRows, show: (row: Row) => unknown): unknown =>
  // The rows of the list that the view names.
  rows instanceof JsonRows ? rows.map((row) => show(row as Row)) : rows.map(show)

/** All rows of a short list. */
export async function readRows<Row>(rows: readonly Row[] | JsonRows): Promise<readonly Row[]> {
  if (!(rows instanceof JsonRows)) return rows
  const read: Row[] = []
  for await (const part of rows.parts()) read.push(...JSON.parse(`[${part}]`))
  return read
}
