import type { RouteOptions } from '../../operation/address.ts'
import { JsonRows } from '../../operation/json-rows.ts'
import type { Outcome } from '../../operation/run-operation.ts'

export type Envelope = { success: 1 } & Record<string, unknown>

interface ListOutput {
  total: number
  page?: number
  per_page?: number
}

/** `{success: 1, message?, total?, page?, per_page?, pages?, data}`: the shape of every success over REST. */
export function envelope(
  { output, dryRun }: Outcome,
  options: Pick<RouteOptions, 'message' | 'list' | 'toData' | 'envelopeFields'>,
  fields: string[] | null,
): Envelope {
  if (dryRun) return { success: 1, message: 'Dry run: nothing was changed.', data: output }
  const { message, list, toData, envelopeFields } = options
  // The functions of a route take the output of its operation, whose type the catalogue forgets.
  const shown = toData ? toData(output as never) : list && isObject(output) ? Reflect.get(output, list) : output
  return {
    success: 1,
    ...(message !== undefined && { message }),
    // An architecture test checks that the output of a list has `total`.
    ...(list !== undefined && paging(output as ListOutput)),
    // The same type as for `toData`.
    ...envelopeFields?.(output as never),
    data: fields ? pick(shown, new Set(fields)) : shown,
  }
}

export function paging({ total, page = 1, per_page }: ListOutput) {
  const size = per_page ?? Math.max(1, total)
  return { total, page, per_page: size, pages: Math.ceil(total / size) }
}

/** Picks the requested fields of a record or of each record; the id always stays. */
function pick(data: unknown, fields: ReadonlySet<string>): unknown {
  if (data instanceof JsonRows) return data.map((row) => pick(row, fields))
  if (Array.isArray(data)) return data.map((row) => pick(row, fields))
  if (!isObject(data)) return data
  const entries = Object.entries(data)
  // A record of maps, such as the updates of a site, differs from a map of records by the requested fields.
  const isAskedFor = entries.some(([key]) => fields.has(key))
  const isMapOfRecords = !isAskedFor && entries.length > 0 && entries.every(([, value]) => isObject(value))
  if (isMapOfRecords) return Object.fromEntries(entries.map(([key, value]) => [key, pick(value, fields)]))
  return Object.fromEntries(entries.filter(([key]) => key === 'id' || fields.has(key)))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
