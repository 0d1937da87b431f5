import type { RouteOptions } from '../../operation/address.ts'
import { describeItems, type ItemResults, isAnySuccess } from '../../operation/item-results.ts'
import { JsonRows } from '../../operation/json-rows.ts'
import type { Operation } from '../../operation/operation.ts'
import type { Outcome } from '../../operation/run-operation.ts'

export type Envelope = ({ success: 1 } | { success: 0; code: string; message: string }) & Record<string, unknown>

interface ListOutput {
  total: number
  page?: number
  per_page?: number
}

/**
 * `{success: 1, message, total?, page?, per_page?, pages?, errors?, data}`: the shape of every success over REST. When
 * nothing that was requested was done, `success` is 0 with `code` and `message`, and the rest stays.
 */
export function envelope(
  { output, dryRun }: Outcome,
  operation: Pick<Operation, 'results' | 'effect'>,
  options: Pick<RouteOptions, 'message' | 'queuedMessage' | 'list' | 'toData' | 'envelopeFields'>,
  fields: string[] | null,
): Envelope {
  if (dryRun) return { success: 1, message: 'Dry run: nothing was changed.', data: output }
  const { list, toData, envelopeFields } = options
  // The functions of a route take the output of its operation, whose type the catalogue forgets.
  const shown = toData ? toData(output as never) : list && isObject(output) ? Reflect.get(output, list) : output
  const results = operation.results?.(output) ?? null
  const own = operation.results && !results ? (options.queuedMessage ?? options.message) : options.message
  return {
    ...resultFields(results, own ?? (operation.effect === 'read' ? readMessage : undefined)),
    ...(results && results.errors.length > 0 && { errors: listedErrors(output, results) }),
    // An architecture test checks that the output of a list has `total`.
    ...(list !== undefined && paging(output as ListOutput)),
    // The same type as for `toData`.
    ...envelopeFields?.(output as never),
    data: fields ? pickFields(shown, new Set(fields)) : shown,
  }
}

const [readMessage, doneMessage] = ['Retrieved successfully.', 'Done.']

/** The message of the route is for a success as a whole. */
function resultFields(results: ItemResults | null, message: string | undefined) {
  if (!results) return { success: 1 as const, message: message ?? doneMessage }
  const described = describeItems(results)
  const [first] = results.errors
  if (first && !isAnySuccess(results)) return { success: 0 as const, code: first.code, message: described }
  const isWhole = results.errors.length === 0 && results.done > 0
  return { success: 1 as const, message: isWhole ? (message ?? described) : described }
}

/** All errors of the output, with those of items that had nothing to do. */
function listedErrors(output: unknown, results: ItemResults): unknown {
  const listed = isObject(output) ? Reflect.get(output, 'errors') : undefined
  return Array.isArray(listed) ? listed : results.errors
}

export function paging({ total, page = 1, per_page }: ListOutput) {
  const size = per_page ?? Math.max(1, total)
  return { total, page, per_page: size, pages: Math.ceil(total / size) }
}

/** Picks the requested fields of a record or of each record; the id always stays. */
export function pickFields(data: unknown, fields: ReadonlySet<string>): unknown {
  if (data instanceof JsonRows) return data.map((row) => pickFields(row, fields))
  if (Array.isArray(data)) return data.map((row) => pickFields(row, fields))
  if (!isObject(data)) return data
  const entries = Object.entries(data)
  // A record of maps, such as the updates of a site, differs from a map of records by the requested fields.
  const isAskedFor = entries.some(([key]) => fields.has(key))
  const isMapOfRecords = !isAskedFor && entries.length > 0 && entries.every(([, value]) => isObject(value))
  if (isMapOfRecords) return Object.fromEntries(entries.map(([key, value]) => [key, pickFields(value, fields)]))
  return Object.fromEntries(entries.filter(([key]) => key === 'id' || fields.has(key)))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
