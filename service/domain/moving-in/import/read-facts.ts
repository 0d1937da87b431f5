import { line } from '../../../platform/connector/reading/text.ts'
import {
  entriesOf,
  idOf,
  isMap,
  readBoolean,
  readNumber,
  type WireMap,
} from '../../../platform/connector/reading/values.ts'
import type { ExportRecord } from '../export-file/export-reader.ts'
import { readDashboard } from './move-in-record.ts'
import { withoutSlashes } from './record.ts'

export const factKinds = ['dashboard', 'site', 'client', 'tag', 'cost', 'monitor', 'rest-key'] as const
export type FactKind = (typeof factKinds)[number]

/** Slugs and their versions. */
export type Versions = Record<string, string>

export interface SiteFields {
  name?: string
  /** Its id there; null: none. */
  client?: number | null
  plugins?: Versions
  themes?: Versions
  plugin_updates?: Versions
  theme_updates?: Versions
  wordpress_version?: string
  php_version?: string
  connector_version?: string
  core_update?: string
  /** The last sync of that dashboard, in seconds. */
  synced_at?: number
}

/** A part of what the other dashboard knows about a row; the parts of a row are merged. */
export interface Fact {
  kind: FactKind
  oldId: number
  fields: Record<string, unknown>
}

/** Hostile rows in, cleaned values of limited length out. */
export function readFact({ table, row }: ExportRecord): Fact | null {
  const read = Object.hasOwn(readers, table) ? readers[table]?.(row) : undefined
  if (!read || read.oldId === null) return null
  // undefined is not stored: the file does not say.
  return { ...read, oldId: read.oldId, fields: JSON.parse(JSON.stringify(read.fields)) }
}

const readers: Record<string, (row: WireMap) => { kind: FactKind; oldId: number | null; fields: object } | null> = {
  dashboard: (row) => ({
    kind: 'dashboard',
    oldId: 1,
    fields: {
      version: line(row.version, 40),
      exported_at: readNumber(row.exported_at) ?? undefined,
      monitored_by_default: row.monitoring === undefined ? undefined : readDashboard(row).settings.isMonitoredByDefault,
    },
  }),
  wp: (row) => ({
    kind: 'site',
    oldId: idOf(row.id),
    fields: {
      name: line(withoutSlashes(row.name), 200),
      client: row.client_id === undefined ? undefined : idOf(row.client_id),
      plugins: readVersions(row.plugins),
      themes: readVersions(row.themes),
      plugin_updates: readVersions(row.plugin_upgrades),
      theme_updates: readVersions(row.theme_upgrades),
    } satisfies SiteFields | Record<string, unknown>,
  }),
  wp_sync: (row) => ({
    kind: 'site',
    oldId: idOf(row.wpid),
    fields: { connector_version: line(row.version, 40) || undefined, synced_at: readNumber(row.dtsSync) || undefined },
  }),
  wp_options: readOption,
  wp_group: (row) => ({ kind: 'site', oldId: idOf(row.wpid), fields: { [`tag ${idOf(row.groupid) ?? 0}`]: true } }),
  group: (row) => ({ kind: 'tag', oldId: idOf(row.id), fields: { name: line(withoutSlashes(row.name), 100) } }),
  wp_clients: (row) => ({
    kind: 'client',
    oldId: idOf(row.client_id),
    fields: { name: line(row.name, 200), email: line(row.client_email, 254) },
  }),
  cost_tracker: (row) => ({
    kind: 'cost',
    oldId: idOf(row.id),
    fields: {
      name: line(row.name, 200),
      price: line(row.price, 40),
      renewal_type: line(row.renewal_type, 20),
      status: line(row.cost_status, 20),
    },
  }),
  monitors: (row) =>
    readBoolean(row.issub)
      ? null
      : {
          kind: 'monitor',
          oldId: idOf(row.wpid),
          fields: {
            active: line(String(row.active ?? ''), 5),
            interval: line(String(row.interval ?? ''), 10),
            type: line(row.type, 20),
          },
        },
  api_keys: (row) =>
    readBoolean(row.enabled)
      ? {
          kind: 'rest-key',
          oldId: idOf(row.key_id),
          fields: {
            description: line(row.description, 200),
            ending: line(row.truncated_key, 20),
            permissions: line(row.permissions, 60),
          },
        }
      : null,
}

function readOption(row: WireMap) {
  const parsed = parseJson(row.value)
  // PHP writes an empty map as an empty list, such as that of a site without an update of WordPress.
  const value = Array.isArray(parsed) && parsed.length === 0 ? {} : parsed
  if (!isMap(value)) return null
  const oldId = idOf(row.wpid)
  if (row.name === 'site_info') {
    const [wordpress, php] = [line(value.wpversion, 40), line(value.phpversion, 40)]
    return {
      kind: 'site' as const,
      oldId,
      fields: { wordpress_version: wordpress || undefined, php_version: php || undefined },
    }
  }
  return row.name === 'wp_upgrades'
    ? { kind: 'site' as const, oldId, fields: { core_update: line(value.new, 40) } }
    : null
}

const maxItems = 1_000

/**
 * `{slug: version}` from the export script; from a database the lists of the other product, where an item has its slug inside or as
 * its key, and its version or that of its update.
 */
export function readVersions(value: unknown): Versions | undefined {
  const list = parseJson(value)
  if (typeof list !== 'object' || list === null) return undefined
  const versions: Versions = {}
  for (const [key, item] of entriesOf(list, maxItems)) {
    const update = isMap(item) && isMap(item.update) ? item.update : null
    const slug = line((isMap(item) && typeof item.slug === 'string' ? item.slug : key) || key, 200)
    const version = isMap(item) ? (update?.new_version ?? item.version) : item
    if (slug !== '' && slug !== '__proto__') versions[slug] = line(String(version ?? ''), 60)
  }
  return versions
}

const maxJson = 3_000_000

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.length > maxJson) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
