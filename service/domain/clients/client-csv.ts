import type { Context } from '../../operation/context.ts'
import { each } from '../../operation/each.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { checkFields } from '../../operation/read-fields.ts'
import {
  type LineProblems,
  namesIn,
  readTable,
  refuseLines,
  type TableRow,
  toFieldName,
} from '../../operation/table-input.ts'
import { writeCsvPages } from '../../platform/csv.ts'
import { siteIdsByName } from '../sites/index.ts'
import { ClientInput, ClientName } from './client-input.ts'
import { type ExportedClient, findClientsForImport } from './client-store.ts'
import { createClient, editClient } from './edit-client.ts'

/** The columns of an import: the id of a client to change, and the fields of add-client. */
export const clientColumns = ['id', ...Object.keys(ClientInput.shape).filter((field) => field !== 'custom_fields')]

/** The title prefix of the columns for custom fields, which follow. */
const customPrefix = 'field: '

export const customColumnTitle = (name: string) => `${customPrefix}${name}`

export const customFieldName = (title: string): string | null =>
  title.toLowerCase().startsWith(customPrefix.trim()) ? title.slice(customPrefix.trim().length).trim() : null

/** Custom columns keep their prefix, so that none is mistaken for another column. */
export function fieldOfColumn(title: string): string | undefined {
  const custom = customFieldName(title)
  if (custom) return customColumnTitle(custom)
  const name = toFieldName(title)
  return clientColumns.includes(name) ? name : undefined
}

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
export type ImportedClient = { line: number } & (
  | { id: number; input: ClientInput }
  | { id: null; input: ClientInput & { name: string } }
)

const rowSchema = ClientInput.omit({ selected_sites: true })
const newSchema = rowSchema.extend({ name: ClientName })
const shapes = { add: inputSchemaOf(newSchema), change: inputSchemaOf(rowSchema) }

/** Reads the table; throws the problems of all lines together. */
export async function readClientTable(
  context: Pick<Context, 'db' | 'actor'>,
  csv: string,
  { ignoreIds }: { ignoreIds: boolean },
): Promise<ImportedClient[]> {
  const rows = readTable(csv, fieldOfColumn, [...clientColumns, 'field: <name of a custom field>'])
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
  refuseLines([...read, ...repeated(read)])
  return read.flatMap(({ client }) => client ?? [])
}

interface Known {
  ids: Set<number>
  emails: Map<string | null, number>
  sites: Map<string, number>
}

/** `client` is missing when its fields have problems. */
interface ReadRow extends LineProblems {
  id: number | null
  client?: ImportedClient
}

function readRow({ line, fields }: TableRow, known: Known, ignoreIds: boolean): ReadRow {
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
      line,
      id,
      problems: { ...problems, ...wrong, ...unknownSites },
      ...(data && { client: { line, id, input: { ...data, ...further } } }),
    }
  }
  const { data, problems: wrong } = checkFields(rowSchema, shapes.change, given)
  return {
    line,
    id,
    problems: { ...problems, ...wrong, ...unknownSites },
    ...(data && { client: { line, id, input: { ...data, ...further } } }),
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

/** Imports one line after the other, each in a transaction: a line that fails can be sent again. */
export async function importClientRows(context: Context, clients: readonly ImportedClient[]) {
  const { done, errors } = await each(
    clients,
    async (client) => {
      if (client.id === null) await createClient(context, client.input)
      else await editClient(context, client.id, client.input)
      return client.id === null ? 'added' : 'updated'
    },
    {
      identify: ({ line }) => line,
      atOnce: 1,
      onUnexpected: (error, { line }) => context.log.error({ err: error, line }, 'a client could not be imported'),
    },
  )
  return {
    added: done.filter((outcome) => outcome === 'added').length,
    updated: done.filter((outcome) => outcome === 'updated').length,
    errors: errors.map(({ identifier, ...error }) => ({ line: Number(identifier), ...error })),
  }
}
