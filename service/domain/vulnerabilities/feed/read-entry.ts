import { line, webAddress } from '../../../platform/connector/reading/text.ts'
import { type Severity, severities, type VulnerabilityEntry } from '../entry.ts'
import { compareReleases, type VersionRange } from '../matching/version-range.ts'

const maxItems = 200
const maxRanges = 50
const maxUrls = 10

type RecordFields = Record<string, unknown>
export const fieldsOfRecord = (value: unknown): RecordFields =>
  // An object that is not a list: its fields can have any name.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RecordFields) : {}
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : []

/**
 * Reads one record of a feed, which is hostile: one entry for each plugin, theme or WordPress that it names. Empty if it has no
 * title, no software with a valid slug or no range of versions.
 */
export function readEntry(key: string, value: unknown): VulnerabilityEntry[] {
  const record = fieldsOfRecord(value)
  const id = line(record.id ?? record.uuid ?? key, 100)
  const title = line(record.title ?? record.name, 300)
  if (id === '' || title === '') return []
  const cvss = fieldsOfRecord(record.cvss)
  const score = scoreOf(cvss.score ?? record.score)
  const urls = [record.url, ...listOf(record.references).slice(0, maxUrls)].flatMap((url) => linkOf(url) ?? [])
  const publishedAt = readTime(record.published)
  const common = {
    id,
    title,
    score,
    severity: severityOf(cvss.rating ?? record.severity, score),
    cve: readCve(record.cve),
    url: urls[0] ?? null,
    urls: [...new Set(urls)].slice(0, maxUrls),
    published_on: publishedAt?.slice(0, 10) ?? null,
    published_at: publishedAt,
    updated_at: readTime(record.updated),
    ...(isExploited(record.exploited ?? record.known_exploited) && { is_exploited: true as const }),
  }
  const items =
    record.software === undefined ? [record] : listOf(record.software).slice(0, maxItems).map(fieldsOfRecord)
  return items.flatMap((item) => {
    const software = readSoftware(item)
    return software ? [{ ...common, ...software }] : []
  })
}

function readSoftware(
  item: RecordFields,
): Pick<VulnerabilityEntry, 'kind' | 'slug' | 'fixed_in' | 'fixed_versions' | 'ranges'> | null {
  const kind = kinds.get(line(item.type, 20))
  const slug = kind === 'core' ? 'wordpress' : readSlug(item.slug)
  const ranges = listOf(item.affected_versions).slice(0, maxRanges).flatMap(readRange)
  if (!kind || slug === null || ranges.length === 0) return null
  const named = item.fixed_in === undefined ? listOf(item.patched_versions).slice(0, maxRanges) : [item.fixed_in]
  return { kind, slug, ranges, ...fixedVersions(named) }
}

const kinds: ReadonlyMap<string, VulnerabilityEntry['kind']> = new Map([
  ['plugin', 'plugin'],
  ['theme', 'theme'],
  ['core', 'core'],
  ['wordpress', 'core'],
])

/** Feeds name the folder; some name `folder/file.php`, as WordPress does. */
export function readSlug(value: unknown): string | null {
  const folder =
    line(value, 200)
      .toLowerCase()
      .split('/')[0]
      ?.replace(/\.php$/, '') ?? ''
  return /^[a-z0-9_][\w.-]*$/.test(folder) ? folder : null
}

/** From the lowest to the highest. */
export function fixedVersions(named: readonly unknown[]): Pick<VulnerabilityEntry, 'fixed_in' | 'fixed_versions'> {
  const versions = named.flatMap((value) => {
    const version = boundOf(value)
    return version === null || version === '*' ? [] : [version]
  })
  const sorted = [...new Set(versions)].sort(compareReleases)
  return { fixed_versions: sorted, fixed_in: sorted.at(-1) ?? null }
}

function readRange(value: unknown): VersionRange[] {
  const range = fieldsOfRecord(value)
  const [from, to] = [boundOf(range.from_version ?? range.from), boundOf(range.to_version ?? range.to)]
  if (from === null || to === null) return []
  return [{ from, to, from_inclusive: range.from_inclusive !== false, to_inclusive: range.to_inclusive !== false }]
}

/** `*`: no bound; null: not a version, so the range cannot be used. */
export function boundOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '*' || value === '') return '*'
  const text = line(value, 41)
  return text.length <= 40 && /^v?\d[\w.+-]*$/i.test(text) ? text : null
}

export const readCve = (value: unknown): string | null => {
  const text = line(value, 30).toUpperCase()
  return /^CVE-\d{4}-\d{4,8}$/.test(text) ? text : null
}

export function scoreOf(value: unknown): number | null {
  const score = typeof value === 'string' && value.length < 10 && value.trim() !== '' ? Number(value) : value
  return typeof score === 'number' && score >= 0 && score <= 10 ? score : null
}

export function severityOf(rating: unknown, score: number | null): Severity {
  const name = line(rating, 20).toLowerCase()
  const known = severities.find((severity) => severity === name)
  if (known) return known
  if (score === null) return 'unknown'
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : score > 0 ? 'low' : 'none'
}

/** `true`, or an entry of a list of exploited vulnerabilities with its day. */
export function isExploited(value: unknown): boolean {
  if (Array.isArray(value)) return value.slice(0, 10).some(isExploited)
  if (typeof value !== 'object' || value === null)
    return value === true || ['true', '1', 'yes'].includes(line(value, 10).toLowerCase())
  const { date_added, date, added, exploited } = fieldsOfRecord(value)
  return [date_added, date, added].some((day) => readTime(day) !== null) || exploited === true
}

/** Without user name and password. */
export function linkOf(value: unknown): string | null {
  const url = URL.parse(webAddress(value).slice(0, 500))
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null
}

/** `2026-10-04`, `2026-10-04 12:30:00` or ISO 8601, in UTC; null if it is no time. Databases have no year 0: 1990 to 2199. */
export function readTime(value: unknown): string | null {
  const [, day, time = '00:00:00'] =
    /^((?:199|20\d|21\d)\d-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/.exec(line(value, 30)) ?? []
  if (day === undefined) return null
  const date = new Date(`${day}T${time}Z`)
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day) ? null : date.toISOString()
}
