import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ExportRecord } from '../export-file/export-reader.ts'
import { dumpRefused } from './dump-errors.ts'
import { DumpReader, type DumpRow, type SelectTable } from './dump-reader.ts'
import { columnsOfTable, splitTableName } from './dump-tables.ts'
import { withHead } from './head.ts'

/** Opens the file from its beginning; it is read twice. */
export type OpenFile = () => AsyncIterable<Buffer>

/** Files of the folder `pk`, by name. */
export type KeyFiles = ReadonlyMap<string, Buffer>

/** Uncompressed. A larger one takes minutes and is no database of a dashboard alone. */
const maxDumpBytes = 2_000_000_000

/** More are never asked for: their names and options are held in memory until one is selected. */
const maxDashboards = 1_000
const maxOptionCharacters = 50_000_000

/** What the dashboard stores in the options of WordPress. */
const optionNames = new Set([
  'siteurl',
  'mainwp_private_filename_secret',
  'mainwp_plugin_version',
  'mainwp_sslVerifyCertificate',
  'mainwp_global_uptime_monitoring_settings',
  'mainwp_module_cost_tracker_options',
])

/** Names of rows in the options of sites. */
const siteOptions = new Set(['ignored_wp_upgrades', 'wp_upgrades', 'site_info'])

/** The bytes as latin1 text, uncompressed. */
async function* textOf(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const { head, whole } = await withHead(file)
  if (head === 'zip') throw dumpRefused('it is a zip archive. Unpack it, or compress it with gzip.')
  const bytes = head === 'gzip' ? gunzip(whole) : whole
  let total = 0
  for await (const piece of bytes) {
    total += piece.length
    if (total > maxDumpBytes) throw dumpRefused('it is too large. Export only the tables of the dashboard.')
    yield piece.toString('latin1')
  }
}

async function* gunzip(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = Readable.from(file).pipe(createGunzip())
  try {
    for await (const piece of stream) yield piece
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw dumpRefused('its compression is damaged, or the file was cut. Upload it again.')
    throw error
  }
}

async function* rowsOf(open: OpenFile, select: SelectTable): AsyncGenerator<DumpRow> {
  const reader = new DumpReader(select)
  for await (const piece of textOf(open())) yield* reader.read(piece)
  reader.end()
}

interface Installation {
  prefix: string
  options: ReadonlyMap<string, string>
}

/** Finds the installation in the dump, which may contain several, and its options. */
export async function findInstallation(open: OpenFile, wanted: string | undefined): Promise<Installation> {
  const options = new Map<string, Map<string, string>>()
  const prefixes = new Set<string>()
  const sets = { option: new Set(['option_name', 'option_value']), meta: new Set(['meta_key', 'meta_value']) }
  const select: SelectTable = (table) => {
    const split = splitTableName(table)
    if (split) {
      if (split.name === 'wp') prefixes.add(split.prefix)
      if (prefixes.size > maxDashboards) throw dumpRefused(`it contains more than ${maxDashboards} dashboards.`)
      return null
    }
    if (table.endsWith('sitemeta')) return { columns: sets.meta }
    return table.endsWith('options') ? { columns: sets.option } : null
  }
  let characters = 0
  for await (const { table, row } of rowsOf(open, select)) {
    const [name, value] = [row.option_name ?? row.meta_key, row.option_value ?? row.meta_value]
    if (!name || !value || !optionNames.has(name)) continue
    characters += table.length + value.length
    if (characters > maxOptionCharacters) throw dumpRefused('its options are too large.')
    const prefix = table.replace(/(?:options|sitemeta)$/, '')
    options.set(prefix, (options.get(prefix) ?? new Map()).set(name, value))
  }
  const [first, ...others] = [...prefixes].filter((prefix) => wanted === undefined || prefix === wanted)
  if (first === undefined)
    throw dumpRefused(
      wanted === undefined
        ? 'it has no table of sites (…mainwp_wp). Export the whole database of the dashboard.'
        : `it has no table ${wanted}mainwp_wp.`,
    )
  if (others.length > 0)
    throw dumpRefused(
      `it contains several dashboards. Name the prefix of one: ${[first, ...others].slice(0, 10).join(', ')}.`,
    )
  return { prefix: first, options: options.get(first) ?? new Map() }
}

/** Values of options that are serialized by PHP: they are searched in the text, and nothing is unserialized. */
function readSerializedOptions(options: Installation['options']) {
  // Without the table of options they are not known; with it, a missing option means the default there.
  if (!options.has('siteurl')) return {}
  const monitoring = options.get('mainwp_global_uptime_monitoring_settings') ?? ''
  const costs = options.get('mainwp_module_cost_tracker_options') ?? ''
  return {
    monitoring: {
      active: /"active";(?:[ib]:1;|s:1:"1";)/.test(monitoring),
      interval: /"interval";(?:i:|s:\d:")(\d{1,5})"?;/.exec(monitoring)?.[1],
    },
    currency: /"currency";s:3:"([A-Z]{3})";/.exec(costs)?.[1] ?? 'USD',
  }
}

/** The same records as an export file has. */
export async function* recordsOfDump(
  open: OpenFile,
  { prefix, options }: Installation,
  keys: KeyFiles,
): AsyncGenerator<ExportRecord> {
  yield {
    table: 'dashboard',
    row: {
      admin_url: `${(options.get('siteurl') ?? '').replace(/\/$/, '')}/wp-admin/`,
      version: options.get('mainwp_plugin_version') ?? '',
      verify_certificate: options.get('mainwp_sslVerifyCertificate') ?? null,
      ...readSerializedOptions(options),
    },
  }
  const select: SelectTable = (table) => {
    const split = splitTableName(table)
    return split?.prefix === prefix ? { columns: columnsOfTable(split.name) } : null
  }
  const secret = options.get('mainwp_private_filename_secret') ?? ''
  for await (const { table, row } of rowsOf(open, select)) {
    const name = splitTableName(table)?.name ?? ''
    if (name === 'wp_options' && !siteOptions.has(row.name ?? '')) continue
    if (name === 'lookup_item_objects' && row.item_name !== 'cost') continue
    yield { table: name, row: name === 'wp' ? withKeyFiles(row, secret, keys) : row }
  }
}

/** Adds the files that encrypt the key and the HTTP credentials of a site, as the export script does. */
function withKeyFiles(row: DumpRow['row'], secret: string, keys: KeyFiles): Record<string, unknown> {
  const id = row.id ?? ''
  const opaque = createHmac('sha256', secret).update(`pk:priv_encrypt_keys:${id}`).digest('hex')
  const file = keys.get(opaque) ?? keys.get(`mainwp_priv_encrypt_keys_${id}`)
  return {
    ...row,
    pk: file?.toString('base64') ?? null,
    http_user_file: credentialFile(row.http_user, keys),
    http_pass_file: credentialFile(row.http_pass, keys),
  }
}

function credentialFile(column: string | null | undefined, keys: KeyFiles): string | null {
  if (!column?.startsWith('__mwpenc__:') || column.length > 20_000) return null
  try {
    const { file_key }: { file_key?: unknown } = JSON.parse(column.slice('__mwpenc__:'.length))
    return typeof file_key === 'string' ? (keys.get(file_key)?.toString('base64') ?? null) : null
  } catch {
    return null
  }
}
