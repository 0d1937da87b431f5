import { maxItems, maxLength } from '../reading/limits.ts'
import { line } from '../reading/text.ts'
import { asMap, count, entriesOf, keyword, readBoolean, readNumber, type WireMap } from '../reading/values.ts'
import { shownVersion } from '../reading/versions.ts'

export interface SiteInfo {
  phpVersion: string | null
  databaseVersion: string
  memoryLimit: string
  debugMode: boolean
  activeTheme: string
  ip: string
  language: string
  /** False if the site asks search engines not to index it. */
  publicToSearchEngines: boolean
  timezone: string
  utcOffsetHours: number | null
}

export function readSiteInfo(info: WireMap): SiteInfo {
  const format = asMap(info.format_datetime)
  return {
    phpVersion: shownVersion(info.phpversion),
    databaseVersion: line(info.mysql_version, 80),
    memoryLimit: line(info.memory_limit, 20),
    debugMode: readBoolean(info.debug_mode),
    activeTheme: line(info.themeactivated, maxLength.name),
    ip: line(info.ip, 60),
    language: keyword(info.site_lang, 20),
    publicToSearchEngines: readBoolean(info.site_public),
    timezone: line(format.timezone_string, 60),
    utcOffsetHours: readNumber(format.gmt_offset),
  }
}

/** `fine-by-itself`: in order, but not by a setting of ours. `unfixable`: an issue that a fix did not remove. */
export type CheckState = 'fine' | 'issue' | 'fine-by-itself' | 'unfixable'

export interface SecurityState {
  checks: { name: string; state: CheckState }[]
  issues: number
}

const states: Record<string, CheckState> = { Y: 'fine', N: 'issue', Y_UNABLE: 'fine-by-itself', N_UNABLE: 'unfixable' }

export function readSecurity(raw: WireMap): SecurityState {
  const checks: SecurityState['checks'] = []
  for (const [name, value] of entriesOf(raw, maxItems.checks)) {
    const state = typeof value === 'string' && Object.hasOwn(states, value) ? states[value] : undefined
    if (state && keyword(name) !== '') checks.push({ name, state })
  }
  return { checks, issues: checks.filter(({ state }) => state === 'issue').length }
}

export interface SiteHealth {
  good: number
  recommended: number
  critical: number
  /** 0 to 100; null until WordPress has computed it. */
  score: number | null
}

export function readHealth(raw: WireMap): SiteHealth {
  const limited = (value: unknown) => Math.min(count(value) ?? 0, 10_000)
  const [good, recommended, critical] = [limited(raw.good), limited(raw.recommended), limited(raw.critical)]
  const total = good + recommended + 1.5 * critical
  const failed = 0.5 * recommended + 1.5 * critical
  return { good, recommended, critical, score: total === 0 ? null : 100 - Math.ceil((100 * failed) / total) }
}
