import type { Context } from '../../operation/context.ts'
import { each } from '../../operation/each.ts'
import { inputSchemaOf } from '../../operation/json-schema.ts'
import { checkFields } from '../../operation/read-fields.ts'
import { type LineProblems, namesIn, readTable, refuseLines, type TableRow } from '../../operation/table-input.ts'
import { siteIdsByName } from '../sites/index.ts'
import { clientColumns, customNameIn, fieldOfColumn } from './client-csv.ts'
import { findForImport } from './client-export-store.ts'
import { ClientInput, ClientName } from './client-input.ts'
import { createClient, editClient } from './edit-client.ts'

/** One line of a table: a client to be added, or one to be changed, because the line has its id or its e-mail address. */
export interface ImportedClient {
  line: number
  id: number | null
  written: ClientInput
}

const rowSchema = ClientInput.omit({ selected_sites: true })
const newSchema = rowSchema.extend({ name: ClientName })
const shapes = { add: inputSchemaOf(newSchema), change: inputSchemaOf(rowSchema) }

/** What the table says; refuses it as a whole, with the reasons for each line. */
export async function readClientTable(
  context: Pick<Context, 'db' | 'actor'>,
  csv: string,
  { ignoreIds }: { ignoreIds: boolean },
): Promise<ImportedClient[]> {
  const rows = readTable(csv, fieldOfColumn, [...clientColumns, 'field: <name of a custom field>'])
  const numbers = rows.flatMap(({ fields }) => (/^\d{1,15}$/.test(fields.id ?? '') ? Number(fields.id) : []))
  const emails = rows.flatMap(({ fields }) => fields.client_email || [])
  const found = await findForImport(context.db, ignoreIds ? [] : numbers, emails, context.actor.limits)
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
  return read
}

interface Known {
  ids: Set<number>
  emails: Map<string | null, number>
  sites: Map<string, number>
}

function readRow({ line, fields }: TableRow, known: Known, ignoreIds: boolean) {
  const { id: number = '', selected_sites: sites, ...texts } = fields
  const problems: Record<string, string> = {}
  const named = ignoreIds || number === '' ? null : Number(number)
  if (named !== null && !known.ids.has(named)) problems.id = `names no client: there is none with the id ${number}`
  const id = named ?? known.emails.get((texts.client_email ?? '').toLowerCase()) ?? null
  const [shape, schema] = id === null ? [newSchema, shapes.add] : [rowSchema, shapes.change]
  const checked = checkFields(shape, schema, withCustomFields(texts))
  Object.assign(problems, checked.problems)
  const written: ClientInput = { ...checked.data }
  if (sites !== undefined) {
    const unknown = namesIn(sites).filter((name) => !known.sites.has(name))
    if (unknown.length > 0) problems.selected_sites = `names what is not there: ${unknown.join(', ')}`
    written.selected_sites = namesIn(sites).flatMap((name) => known.sites.get(name) ?? [])
  }
  return { line, id, written, problems }
}

/** A column says that there is such a field: one that is not there yet is added. */
function withCustomFields(texts: Record<string, string>): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  const custom: object[] = []
  for (const [field, value] of Object.entries(texts)) {
    const name = customNameIn(field)
    if (name === null) plain[field] = value
    else custom.push({ field_name: name, field_value: value, field_desc: '' })
  }
  return custom.length === 0 ? plain : { ...plain, custom_fields: custom }
}

function repeated(rows: readonly ImportedClient[]): LineProblems[] {
  const lines = new Map<string, number>()
  return rows.flatMap(({ line, id, written }) => {
    const keys = [
      ...(id === null ? [] : [`id ${id}`]),
      ...(written.client_email ? [written.client_email.toLowerCase()] : []),
    ]
    const earlier = keys.map((key) => lines.get(key)).find((other) => other !== undefined)
    for (const key of keys) lines.set(key, line)
    return earlier === undefined ? [] : [{ line, problems: { client: `is already that of line ${earlier}` } }]
  })
}

/** One after the other, each with its sites or not at all: what another took meanwhile fails alone, and can be sent again. */
export async function importClients(context: Context, clients: readonly ImportedClient[]) {
  const { done, errors } = await each(
    clients,
    async ({ id, written }) => {
      if (id === null) await createClient(context, written as ClientInput & { name: string })
      else await editClient(context, id, written)
      return id === null ? 'added' : 'updated'
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
