import type { Context } from '../../operation/context.ts'
import { each } from '../../operation/each.ts'
import type { RejectedRow, RowResult, SkippedRow } from '../../operation/import-rows.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { checkFields } from '../../operation/read-fields.ts'
import { type LineProblems, namesIn, refuseLines, type TableRow } from '../../operation/table-input.ts'
import { writeCsvPages } from '../../platform/csv.ts'
import { siteIdsByName } from '../sites/index.ts'
import { emailTaken } from './client-errors.ts'
import { ClientInput, ClientName } from './client-input.ts'
import { type ExportedClient, findClientsForImport } from './client-store.ts'
import { customColumnTitle, customFieldName } from './custom-columns.ts'
import { createClient, createClients, editClient } from './edit-client.ts'

/** A table has columns of their own for custom fields, and none for contacts, which are lists. */
const withoutColumn = ['custom_fields', 'contacts']

/** The columns of an import: the id of a client to change, and the fields of add-client. */
export const clientColumns = ['id', ...Object.keys(ClientInput.shape).filter((field) => !withoutColumn.includes(field))]

export function writeClientTable(
  pages: AsyncIterable<readonly ExportedClient[]>,
  customFields: readonly string[],
): AsyncGenerator<string> {
  return writeCsvPages([...clientColumns, ...customFields.map(customColumnTitle)], pages, (client) => {
    const cells = cellsOf(client)
    return [
      ...clientColumns.map((column) => cells[column] ?? ''),
      ...customFields.map((name) => client.custom_fields[name] ?? ''),
    ]
  })
}

const cellsOf = (client: ExportedClient): Record<string, string | null> => ({
  id: String(client.id),
  name: client.name,
  client_email: client.email,
  client_phone: client.phone,
  address_1: client.address_1,
  address_2: client.address_2,
  city: client.city,
  state: client.state,
  zip: client.zip,
  country: client.country,
  note: client.note,
  client_facebook: client.facebook,
  client_twitter: client.twitter,
  client_instagram: client.instagram,
  client_linkedin: client.linkedin,
  selected_sites: client.site_urls.join('; '),
})

/** A line of an import; it changes the client with its id or e-mail address, else it adds one. */
export type ImportedClient = { row: number; line: number } & (
  | { id: number; input: ClientInput }
  | { id: null; input: ClientInput & { name: string } }
)

const rowSchema = ClientInput.omit({ selected_sites: true })
const newSchema = rowSchema.extend({ name: ClientName })
const shapes = { add: inputSchemaOf(newSchema), change: inputSchemaOf(rowSchema) }

export interface ClientRows {
  clients: ImportedClient[]
  rejected: RejectedRow[]
  skipped: SkippedRow[]
}

/** Validates the rows of a table with three queries. Throws the problems of all lines together, unless they are kept apart. */
export async function readClientRows(
  context: Pick<Context, 'db' | 'actor'>,
  rows: readonly TableRow[],
  { ignoreIds, keepApart = false }: { ignoreIds: boolean; keepApart?: boolean },
): Promise<ClientRows> {
  const numbers = rows.flatMap(({ fields }) => (/^\d{1,15}$/.test(fields.id ?? '') ? Number(fields.id) : []))
  const emails = rows.flatMap(({ fields }) => fields.client_email || [])
  const found = await findClientsForImport(context.db, ignoreIds ? [] : numbers, emails, context.actor.limits)
  const known = {
    ids: new Set(found.map(({ id }) => id)),
    emails: new Map(found.map(({ id, email_key }) => [email_key, id])),
    sites: await siteIdsByName(
      context,
      rows.flatMap(({ fields }) => namesIn(fields.selected_sites ?? '')),
    ),
  }
  const read = rows.map((row) => readRow(row, known, ignoreIds))
  const repeatedLines = repeated(read)
  if (!keepApart) refuseLines([...read, ...repeatedLines])
  const earlier = new Map(repeatedLines.map(({ line, problems }) => [line, problems.client ?? '']))
  const isWrong = ({ problems }: ReadRow) => Object.keys(problems).length > 0
  const valid = read.filter((row) => !isWrong(row))
  return {
    clients: valid.flatMap(({ line, client }) => (client && !earlier.has(line) ? [client] : [])),
    rejected: read.filter(isWrong).map(({ row, problems }) => ({ row, problems })),
    skipped: valid
      .filter(({ line }) => earlier.has(line))
      .map(({ row, line }) => ({ row, message: `The client ${earlier.get(line)}.` })),
  }
}

interface Known {
  ids: Set<number>
  emails: Map<string | null, number>
  sites: Map<string, number>
}

/** `client` is missing when its fields have problems. */
interface ReadRow extends LineProblems {
  row: number
  id: number | null
  client?: ImportedClient
}

function readRow({ row, line, fields }: TableRow, known: Known, ignoreIds: boolean): ReadRow {
  const { id: number = '', selected_sites: sites, ...texts } = fields
  const problems: Record<string, string> = {}
  const named = ignoreIds || number === '' ? null : Number(number)
  if (named !== null && !known.ids.has(named)) problems.id = `is unknown: there is no client with the id ${number}`
  const id = named ?? known.emails.get((texts.client_email ?? '').toLowerCase()) ?? null
  const given = withCustomFields(texts)
  const further: Pick<ClientInput, 'selected_sites'> = {}
  const unknownSites: Record<string, string> = {}
  if (sites !== undefined) {
    const unknown = namesIn(sites).filter((name) => !known.sites.has(name))
    if (unknown.length > 0) unknownSites.selected_sites = `contains unknown sites: ${unknown.join(', ')}`
    further.selected_sites = namesIn(sites).flatMap((name) => known.sites.get(name) ?? [])
  }
  if (id === null) {
    const { data, problems: wrong } = checkFields(newSchema, shapes.add, given)
    return {
      row,
      line,
      id,
      problems: { ...problems, ...wrong, ...unknownSites },
      ...(data && { client: { row, line, id, input: { ...data, ...further } } }),
    }
  }
  const { data, problems: wrong } = checkFields(rowSchema, shapes.change, given)
  return {
    row,
    line,
    id,
    problems: { ...problems, ...wrong, ...unknownSites },
    ...(data && { client: { row, line, id, input: { ...data, ...further } } }),
  }
}

/** A column for an unknown custom field adds the field. */
function withCustomFields(texts: Record<string, string>): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  const custom: object[] = []
  for (const [field, value] of Object.entries(texts)) {
    const name = customFieldName(field)
    if (name === null) plain[field] = value
    else custom.push({ field_name: name, field_value: value, field_desc: '' })
  }
  return custom.length === 0 ? plain : { ...plain, custom_fields: custom }
}

function repeated(rows: readonly ReadRow[]): LineProblems[] {
  const lines = new Map<string, number>()
  return rows.flatMap(({ line, id, client }) => {
    const email = client?.input.client_email
    const keys = [...(id === null ? [] : [`id ${id}`]), ...(email ? [email.toLowerCase()] : [])]
    const earlier = keys.map((key) => lines.get(key)).find((other) => other !== undefined)
    for (const key of keys) lines.set(key, line)
    return earlier === undefined ? [] : [{ line, problems: { client: `is the same as in line ${earlier}` } }]
  })
}

/**
 * Adds the clients without sites and custom fields together; imports the others one after the other, each in a transaction. A
 * line that fails can be sent again.
 */
export async function importClientRows(context: Context, clients: readonly ImportedClient[]): Promise<RowResult[]> {
  // A limited caller adds no client without sites.
  const plain = context.actor.limits === null ? clients.filter(isPlain) : []
  const together = new Set<ImportedClient>(plain)
  const results: RowResult[] = await importTogether(context, plain)
  const single = clients.filter((client) => !together.has(client))
  const { done, errors } = await each(
    single,
    async (client): Promise<RowResult> => {
      const { row, id, input } = client
      const none = { code: null, message: null }
      if (client.id === null) {
        const created = await createClient(context, client.input)
        return { row, outcome: 'created', id: created, label: client.input.name, ...none }
      }
      await editClient(context, client.id, input)
      return { row, outcome: 'merged', id, label: input.name ?? input.client_email ?? `client ${id}`, ...none }
    },
    {
      identify: ({ row }) => row,
      atOnce: 1,
      onUnexpected: (error, { line }) => context.log.error({ err: error, line }, 'a client could not be imported'),
    },
  )
  results.push(...done)
  const rows = new Map(clients.map((client) => [client.row, client]))
  for (const { identifier, code, message } of errors) {
    const row = Number(identifier)
    results.push({ row, outcome: 'failed', id: null, label: rows.get(row)?.input.name ?? '', code, message })
  }
  return results.sort((one, other) => one.row - other.row)
}

type NewClient = Extract<ImportedClient, { id: null }>

const isPlain = (client: ImportedClient): client is NewClient =>
  client.id === null && !client.input.selected_sites?.length && client.input.custom_fields === undefined

async function importTogether(context: Context, clients: readonly NewClient[]): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (let start = 0; start < clients.length; start += 500) {
    const part = clients.slice(start, start + 500)
    const ids = await createClients(
      context,
      part.map(({ input }) => input),
    )
    for (const [index, { row, input }] of part.entries()) {
      const id = ids[index] ?? null
      const label = input.name
      if (id !== null) results.push({ row, outcome: 'created', id, label, code: null, message: null })
      else {
        const { code, message } = emailTaken(input.client_email ?? '')
        results.push({ row, outcome: 'failed', id, label, code, message })
      }
    }
  }
  return results
}
