import type { FastifyRequest } from 'fastify'
import { hasPages, type Route } from '../../operation/address.ts'
import type { FileAnswer } from '../../operation/answers.ts'
import { invalidInput, permissionDenied } from '../../operation/errors.ts'
import { type ExportedPage, type ExportFormat, exportFormats, exportList } from '../../operation/export-rows.ts'
import { JsonRows, RowsAnswer } from '../../operation/json-rows.ts'
import type { JsonSchema } from '../../operation/json-schema.ts'
import type { Call } from '../../operation/run-operation.ts'
import { readQuery } from '../http/brackets.ts'
import type { SurfaceContext } from '../surface.ts'

const rowsPerPage = 500

/** `_format=csv` or `_format=jsonl` on a list: all its rows as a file. */
export function exportFormatOf(request: FastifyRequest, { options, operation }: Route): ExportFormat | null {
  if (request.method !== 'GET' || options.list === undefined || !operation.answers.includes('json')) return null
  const { _format: given } = readQuery(request.raw.url ?? '')
  if (given === undefined || given === 'json') return null
  const format = exportFormats.find((each) => each === given)
  if (!format) throw invalidInput({ _format: `must be json, ${exportFormats.join(' or ')}` })
  return format
}

/** Runs the operation page by page, with the filters of the call. */
export function exportRoute(
  { operation, options, path }: Route,
  { input, call, format }: { input: Record<string, unknown>; call: Call; format: ExportFormat },
  request: FastifyRequest,
  context: SurfaceContext,
): Promise<FileAnswer> {
  const isPaged = hasPages({ operation, options })
  const { page: _, per_page: __, ...filters } = input
  const fetchPage = async (page: number): Promise<ExportedPage> => {
    // A key can be revoked while its export runs.
    if (page > 1 && !(await request.server.isStillAuthenticated(request)))
      throw permissionDenied('The access ended during the export.')
    const fixed = { ...options.fixed, ...(isPaged && { per_page: rowsPerPage }) }
    const { output } = await context.run(operation, { ...filters, ...(isPaged && { page }) }, { ...call, fixed })
    return readPage(output, options)
  }
  const name = path
    .replaceAll(/\{\w+\}/g, '')
    .split('/')
    .filter(Boolean)
    .join('-')
  const schema = options.toData ? null : rowSchemaOf(operation.outputSchema, options.list)
  return exportList({ name, format, schema, pageSize: isPaged ? rowsPerPage : null, fetchPage })
}

async function readPage(output: unknown, { list = '', toData }: Route['options']): Promise<ExportedPage> {
  // The architecture tests check that the output of a list is an object with the list.
  const body = output instanceof RowsAnswer ? output.body() : (output as Record<string, unknown>)
  // As in envelope.ts: the functions of a route take the output of its operation.
  const rows = await readRows(toData ? toData(body as never) : body[list])
  const total = typeof body.total === 'number' ? body.total : rows.length
  return { rows, total }
}

async function readRows(rows: unknown): Promise<unknown[]> {
  if (Array.isArray(rows)) return rows
  if (!(rows instanceof JsonRows)) throw invalidInput({ _format: 'is not for this list' })
  const read: unknown[] = []
  for await (const part of rows.parts()) {
    const parsed: unknown[] = JSON.parse(`[${part}]`)
    read.push(...parsed)
  }
  return read
}

function rowSchemaOf({ properties }: JsonSchema, list: string | undefined): JsonSchema | null {
  const items = list === undefined ? undefined : properties?.[list]?.items
  return items?.properties || items?.anyOf ? items : null
}
