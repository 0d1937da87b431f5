import type { VersionRange } from './version-range.ts'

/** A known vulnerability of one plugin, one theme or WordPress. */
export interface Vulnerability {
  id: string
  kind: 'plugin' | 'theme' | 'core'
  slug: string
  title: string
  severity: Severity
  score: number | null
  cve: string | null
  url: string | null
  published_on: string | null
  fixed_in: string | null
  ranges: VersionRange[]
}

export const severities = ['none', 'low', 'medium', 'high', 'critical', 'unknown'] as const
export type Severity = (typeof severities)[number]

/** The text is not a feed; the message describes what was expected. */
export class FeedError extends Error {}

export const maxFeedBytes = 96 * 1024 * 1024
const maxEntries = 250_000
const maxRanges = 50

type Fields = Record<string, unknown>
const fieldsOf = (value: unknown): Fields =>
  // An object that is not a list: its fields can have any name.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : []

/**
 * Reads a feed: `{"vulnerabilities": […]}`, a list, or a map by id, of entries with `title`, `software` (each with `type`,
 * `slug`, `affected_versions`, `patched_versions`), `cvss {score, rating}`, `cve`, `references`, `published`: the format of
 * public feeds of WordPress vulnerabilities. A flat entry with `type`, `slug` and `affected_versions` is read as well.
 * The text is hostile: invalid entries are skipped and counted.
 */
export function readFeed(text: string): { vulnerabilities: Vulnerability[]; skipped: number } {
  const entries = entriesOf(text)
  const vulnerabilities: Vulnerability[] = []
  const seen = new Set<string>()
  let skipped = 0
  for (const [key, entry] of entries) {
    const read = readEntry(key, fieldsOf(entry))
    if (read.length === 0) skipped++
    for (const each of read) {
      const identity = `${each.kind} ${each.slug} ${each.id}`
      if (vulnerabilities.length >= maxEntries) skipped++
      else if (!seen.has(identity)) vulnerabilities.push(each)
      seen.add(identity)
    }
  }
  if (vulnerabilities.length === 0) {
    throw new FeedError('has no entry with a title, a type (plugin, theme or core), a slug and affected versions')
  }
  return { vulnerabilities, skipped }
}

function entriesOf(text: string): [string, unknown][] {
  if (text.length > maxFeedBytes) throw new FeedError(`is larger than ${maxFeedBytes / 1024 / 1024} MB`)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new FeedError('is not JSON')
  }
  const within = fieldsOf(parsed).vulnerabilities
  const entries = within !== undefined && typeof within === 'object' ? within : parsed
  if (typeof entries !== 'object' || entries === null) throw new FeedError('is neither a list nor a map of entries')
  return Object.entries(entries)
}

function readEntry(key: string, entry: Fields): Vulnerability[] {
  const id = line(entry.id ?? entry.uuid ?? key, 100)
  const title = line(entry.title ?? entry.name, 300)
  if (id === '' || title === '') return []
  const cvss = fieldsOf(entry.cvss)
  const score = scoreOf(cvss.score ?? entry.score)
  const common = {
    id,
    title,
    score,
    severity: severityOf(cvss.rating ?? entry.severity, score),
    cve: /^CVE-\d{4}-\d{4,8}$/.test(String(entry.cve)) ? String(entry.cve) : null,
    url: webAddress(entry.url ?? listOf(entry.references)[0]),
    published_on: /^(\d{4}-\d{2}-\d{2})/.exec(line(entry.published, 30))?.[1] ?? null,
  }
  const items = entry.software === undefined ? [entry] : listOf(entry.software).slice(0, 200).map(fieldsOf)
  return items.flatMap((item) => {
    const software = readSoftware(item)
    return software ? [{ ...common, ...software }] : []
  })
}

function readSoftware(item: Fields): Pick<Vulnerability, 'kind' | 'slug' | 'fixed_in' | 'ranges'> | undefined {
  const kind = ({ plugin: 'plugin', theme: 'theme', core: 'core', wordpress: 'core' } as const)[line(item.type, 20)]
  const slug = kind === 'core' ? 'wordpress' : line(item.slug, 200).toLowerCase()
  const ranges = listOf(item.affected_versions).slice(0, maxRanges).flatMap(readRange)
  if (!kind || !/^[\w.-]+$/.test(slug) || ranges.length === 0) return undefined
  const fixed = line(item.fixed_in ?? listOf(item.patched_versions).at(0), 40)
  return { kind, slug, ranges, fixed_in: fixed === '' ? null : fixed }
}

function readRange(value: unknown): VersionRange[] {
  const range = fieldsOf(value)
  const [from, to] = [boundOf(range.from_version ?? range.from), boundOf(range.to_version ?? range.to)]
  if (from === null || to === null) return []
  return [{ from, to, from_inclusive: range.from_inclusive !== false, to_inclusive: range.to_inclusive !== false }]
}

/** `*`: no bound; null: not a version, so the range cannot be used. */
function boundOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '*' || value === '') return '*'
  const text = line(value, 40)
  return /^v?\d[\w.+-]*$/i.test(text) ? text : null
}

function scoreOf(value: unknown): number | null {
  const score = typeof value === 'string' ? Number(value) : value
  return typeof score === 'number' && score >= 0 && score <= 10 ? score : null
}

function severityOf(rating: unknown, score: number | null): Severity {
  const name = line(rating, 20).toLowerCase()
  const known = severities.find((severity) => severity === name)
  if (known) return known
  if (score === null) return 'unknown'
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : score > 0 ? 'low' : 'none'
}

function webAddress(value: unknown): string | null {
  const url = URL.parse(line(value, 500))
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

const line = (value: unknown, maxLength: number): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
        .toWellFormed()
        .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
        .trim()
        .slice(0, maxLength)
        .toWellFormed()
    : ''
