import { type Day, utcDay } from '../../../platform/calendar.ts'
import { isSlug } from '../../../platform/connector/reading/slugs.ts'
import { line, noteText, webAddress } from '../../../platform/connector/reading/text.ts'
import {
  entriesOf,
  idOf,
  isMap,
  readBoolean,
  readNumber,
  type WireMap,
} from '../../../platform/connector/reading/values.ts'
import { allVersions, type IgnorableType } from '../../updates/index.ts'
import { type MoveInRecord, record } from './record.ts'

/** Settings as update-monitor-settings takes them. */
export interface MonitorContent {
  given: Record<string, unknown>
}

/** Not sealed, so that the plan can count them. */
export const monitorLabels = { on: 'on', off: 'off', byDefault: 'default' } as const

/** `useglobal`, -1 and empty texts mean the settings of all monitors there; here that is the default. */
export function readMonitor(row: WireMap): MoveInRecord | null {
  if (readBoolean(row.issub)) return null
  const own = (value: unknown, max: number) => {
    const text = line(value, max)
    return text === '' || text === 'useglobal' || text === '-1' ? undefined : text
  }
  const number = (value: unknown) => {
    const read = readNumber(value)
    return read === null || read < 0 ? undefined : read
  }
  const [active, timeout] = [number(row.active), number(row.timeout)]
  const given = {
    active: active === undefined ? undefined : active === 1,
    interval: number(row.interval) || undefined,
    timeout: timeout ? timeout * 1000 : undefined,
    maxretries: number(row.maxretries),
    type: own(row.type, 20),
    method: own(row.method, 20),
    expected_status: own(row.up_status_codes, 1000)?.split(','),
    keyword: own(row.keyword, 200),
  }
  const label = given.active === undefined ? 'byDefault' : given.active ? 'on' : 'off'
  return record('monitor', idOf(row.wpid), monitorLabels[label], { given } satisfies MonitorContent)
}

export interface CostContent {
  name: string
  price: string
  paymentType: string
  licenseType: string
  productType: string
  productSlug: string
  renewalType: string
  lastRenewal: Day | null
  paymentMethod: string
  status: string
  url: string
  note: string
}

export function readCost(row: WireMap): MoveInRecord | null {
  const name = line(row.name, 200)
  const price = line(row.price, 40)
  const renewed = readNumber(row.last_renewal) ?? 0
  const content: CostContent = {
    name,
    price,
    paymentType: line(row.type, 20),
    licenseType: line(row.license_type, 20),
    productType: line(row.product_type, 20),
    productSlug: line(row.slug, 191),
    renewalType: line(row.renewal_type, 20),
    // Until the year 2999.
    lastRenewal: renewed > 0 && renewed < 32_503_680_000 ? utcDay(new Date(renewed * 1000)) : null,
    paymentMethod: line(row.payment_method, 50),
    status: line(row.cost_status, 20),
    url: webAddress(row.url),
    note: noteText(row.note, 20_000),
  }
  const isPrice = /^\d{1,12}(?:\.\d{1,8})?$/.test(price)
  return record('cost', idOf(row.id), name, content, {
    problem: name === '' ? 'It has no name.' : isPrice ? null : 'Its price cannot be read.',
  })
}

export interface CostTargetContent {
  kind: 'sites' | 'tags' | 'clients'
  oldTargetId: number
}

const targetKinds = { site: 'sites', tag: 'tags', client: 'clients' } as const

export function readCostTarget(row: WireMap): MoveInRecord | null {
  const name = line(row.object_name, 20)
  const oldTargetId = idOf(row.object_id)
  if (oldTargetId === null || (name !== 'site' && name !== 'tag' && name !== 'client')) return null
  return record('cost-target', idOf(row.item_id), '', {
    kind: targetKinds[name],
    oldTargetId,
  } satisfies CostTargetContent)
}

const targetColumns = [
  ['sites', 'sites'],
  ['groups', 'tags'],
  ['clients', 'clients'],
] as const
const maxTargets = 20_000

/** The columns of a cost list all its targets; the table of targets has those of one kind only, where a cost has several. */
export function readCostTargets(table: string, row: WireMap): MoveInRecord[] {
  if (table !== 'cost_tracker') return []
  return targetColumns.flatMap(([column, kind]) =>
    entriesOf(parse(row[column]), maxTargets).flatMap(([, id]) => {
      const oldTargetId = idOf(id)
      if (oldTargetId === null) return []
      const content: CostTargetContent = { kind, oldTargetId }
      return record('cost-target', idOf(row.id), '', content) ?? []
    }),
  )
}

export interface IgnoredContent {
  type: IgnorableType
  /** Null: all items of the type. */
  slug: string | null
  /** Null: all versions. */
  version: string | null
}

/** Rules for every site have this id. */
export const everySite = 0
const maxRules = 500

/** Rules that ignore updates: in columns of the site and in an option of it, and for every site in the row of the user. */
export function readIgnoredRecords(table: string, row: WireMap): MoveInRecord[] {
  const rules: IgnoredContent[] = []
  if (table === 'wp' || table === 'users') {
    rules.push(...readItems('plugin', row.ignored_plugins), ...readItems('theme', row.ignored_themes))
    if (table === 'users') rules.push(...readCore(row.ignored_wp_upgrades))
    const every = (type: IgnorableType, slug: string | null) => rules.push({ type, slug, version: null })
    if (readBoolean(row.is_ignoreCoreUpdates)) every('core', 'wordpress')
    if (readBoolean(row.is_ignorePluginUpdates)) every('plugin', null)
    if (readBoolean(row.is_ignoreThemeUpdates)) every('theme', null)
  }
  if (table === 'wp_options' && row.name === 'ignored_wp_upgrades') rules.push(...readCore(row.value))
  const oldId = table === 'users' ? everySite : idOf(table === 'wp' ? row.id : row.wpid)
  return rules.slice(0, maxRules).flatMap((rule) => record('ignored', oldId, '', rule) ?? [])
}

/** `{slug: name}` ignores all versions, `{slug: {ignored_versions}}` those. */
function readItems(type: 'plugin' | 'theme', value: unknown): IgnoredContent[] {
  return entriesOf(parse(value), maxRules).flatMap(([slug, rule]) =>
    isSlug(type, slug)
      ? readVersions(isMap(rule) ? rule.ignored_versions : null).map((version) => ({ type, slug, version }))
      : [],
  )
}

function readCore(value: unknown): IgnoredContent[] {
  const rule = parse(value)
  if (!isMap(rule) || rule.ignored_versions === undefined) return []
  return readVersions(rule.ignored_versions).map((version) => ({ type: 'core', slug: 'wordpress', version }))
}

function readVersions(value: unknown): (string | null)[] {
  const versions = entriesOf(value, 50).map(([, version]) => line(version, 60))
  if (versions.length === 0 || versions.includes(allVersions)) return [null]
  return versions.filter((version) => version !== '')
}

function parse(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
