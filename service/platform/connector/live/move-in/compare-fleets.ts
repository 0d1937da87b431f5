import { decodeHTMLStrict } from 'entities'
import type { Move } from './move.ts'

type Row = Record<string, unknown>
type Values = Record<string, unknown>

/** Compares what both dashboards show about sites, clients, tags and costs, matched by name or address. */
export async function compareFleets({ old, flotilla }: Move): Promise<{ compared: number; differences: string[] }> {
  const differences: string[] = []
  let compared = 0
  const compare = (kind: string, there: Map<string, Values>, here: Map<string, Values>) => {
    for (const [key, values] of there)
      for (const [field, value] of Object.entries(values)) {
        compared++
        const seen = here.get(key)?.[field]
        if (JSON.stringify(seen) !== JSON.stringify(value))
          differences.push(`${kind} ${key} ${field}: ${JSON.stringify(value)} there, ${JSON.stringify(seen)} here`)
      }
  }
  const thereRows = async (path: string) => Object.values((await old.rest<Row[] | Record<string, Row>>(path)) ?? {})
  const hereRows = (path: string) => flotilla.call<Row[]>(`GET /${path}`)

  const [oldSites, sites] = [(await thereRows('sites')).map(unescaped), await hereRows('sites')]
  const [oldClients, clients] = [await thereRows('clients'), await hereRows('clients')]
  const nameOf = (rows: Row[], id: unknown) =>
    textOf(rows.find((row) => String(row.id) === String(id ?? 0))?.name ?? '')
  compare(
    'site',
    mapOf(oldSites, (row) => [textOf(row.url), siteValues(row, nameOf(oldClients, row.client_id))]),
    mapOf(sites, (row) => [textOf(row.url), siteValues(row, nameOf(clients, row.client_id))]),
  )
  const details = await Promise.all(clients.map(({ id }) => flotilla.call<Row>(`GET /clients/${id}`)))
  compare(
    'client',
    mapOf(oldClients, (row) => [textOf(row.name), clientValues(row)]),
    mapOf(details, (row) => [textOf(row.name), clientValues(row)]),
  )
  compare(
    'tag',
    mapOf((await thereRows('tags')).map(unescaped), (row) => [textOf(row.name), tagValues(row)]),
    mapOf(await hereRows('tags'), (row) => [textOf(row.name), tagValues(row)]),
  )
  compare(
    'cost',
    mapOf(await thereRows('costs'), (row) => [textOf(row.name), costValues(row)]),
    mapOf(await hereRows('costs'), (row) => [textOf(row.name), costValues(row)]),
  )
  return { compared, differences }
}

const mapOf = (rows: Row[], entry: (row: Row) => [string, Values]) => new Map(rows.map(entry))

const textOf = (value: unknown): string => decodeHTMLStrict(String(value ?? ''))

/** Names and notes of sites and names of tags have backslashes there, which its pages do not show. */
const unescaped = (row: Row): Row => ({
  ...row,
  name: textOf(row.name).replace(/\\(.)/gs, '$1'),
  note: textOf(row.note).replace(/\\(.)/gs, '$1'),
})

/** Only the words: notes there are HTML, and marks of Markdown here. */
const wordsOf = (value: unknown): string =>
  decodeHTMLStrict(textOf(value).replace(/<[a-z/][^<>]*>/gi, ' '))
    .replace(/\(https?:[^()\s]*\)/g, ' ')
    .replace(/^(?:- |\d{1,3}\. |#{1,6} )/gm, ' ')
    .replace(/[*_]/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')

const siteValues = (row: Row, client: string): Values => ({
  name: textOf(row.name),
  client,
  suspended: row.suspended === '1' || row.status === 'suspended',
  tags: Object.values(row.tags ?? {})
    .map((tag: unknown) => textOf(typeof tag === 'object' && tag !== null && 'name' in tag ? tag.name : tag))
    .sort(),
  note: wordsOf(row.note ?? row.notes),
})

const clientFields = [
  'client_email',
  'client_phone',
  'address_1',
  'address_2',
  'city',
  'zip',
  'state',
  'country',
  'client_facebook',
  'client_twitter',
  'client_instagram',
  'client_linkedin',
] as const

const clientValues = (row: Row): Values => ({
  ...Object.fromEntries(clientFields.map((field) => [field, textOf(row[field])])),
  suspended: String(row.suspended),
  created: String(row.created).slice(0, 19),
  note: wordsOf(textOf(row.note)),
})

const tagValues = (row: Row): Values => ({ color: row.color, sites: Number(row.count_sites) })

const costValues = (row: Row): Values => ({
  ...Object.fromEntries(
    ['type', 'product_type', 'slug', 'license_type', 'cost_status', 'payment_method', 'renewal_type', 'url'].map(
      (field) => [field, textOf(row[field])],
    ),
  ),
  price: Number(row.price),
  last_renewal: String(row.last_renewal).slice(0, 10),
  sites: countOf(row.sites),
  groups: countOf(row.groups),
  clients: countOf(row.clients),
})

const countOf = (value: unknown): number => {
  const list: unknown = typeof value === 'string' ? JSON.parse(textOf(value) || '[]') : value
  return Array.isArray(list) ? list.length : 0
}
