import type { Day } from '../../../platform/calendar.ts'
import { compareVersions } from '../../../platform/connector/reading/versions.ts'

/**
 * When versions of PHP and WordPress stop getting security fixes. Sources: php.net/supported-versions and php.net/eol,
 * make.wordpress.org/security. WordPress supports only its newest version; older ones still get security fixes as a courtesy.
 */
interface SupportData {
  /** When the list was last compared with its sources. */
  asOf: Day
  /** The last day with security fixes, by branch. */
  php: Record<string, Day>
  wordpress: Record<string, Day>
}

export const supportData: SupportData = {
  asOf: '2026-11-17',
  php: {
    '5.2': '2011-01-06',
    '5.3': '2014-08-14',
    '5.4': '2015-09-03',
    '5.5': '2016-07-21',
    '5.6': '2018-12-31',
    '7.0': '2019-01-10',
    '7.1': '2019-12-01',
    '7.2': '2020-11-30',
    '7.3': '2021-12-06',
    '7.4': '2022-11-28',
    '8.0': '2023-11-26',
    '8.1': '2025-12-31',
    '8.2': '2026-12-31',
    '8.3': '2027-12-31',
    '8.4': '2028-12-31',
    '8.5': '2029-12-31',
  },
  wordpress: {
    '3.6': '2022-12-01',
    '3.7': '2022-12-01',
    '3.8': '2022-12-01',
    '3.9': '2022-12-01',
    '4.0': '2022-12-01',
    '4.1': '2025-07-31',
    '4.2': '2025-07-31',
    '4.3': '2025-07-31',
    '4.4': '2025-07-31',
    '4.5': '2025-07-31',
    '4.6': '2025-07-31',
  },
}

export type SupportedProgram = 'php' | 'wordpress'

/** After this the list may miss versions and ends. */
const staleAfterDays = 270
const endsSoonDays = 90
const dayMs = 86_400_000

export const isSupportDataStale = (now: Date): boolean =>
  now.getTime() - Date.parse(supportData.asOf) > staleAfterDays * dayMs

export const branchOf = (version: string): string | null => /^(\d+\.\d+)/.exec(version)?.[1] ?? null

export interface Support {
  state: 'ended' | 'ends_soon' | 'supported' | 'unknown'
  ended_on: Day | null
}

/** A branch older than the list has ended; a newer one is not known. WordPress from 4.7 on gets security fixes. */
export function supportOf(program: SupportedProgram, version: string, now: Date): Support {
  const branch = branchOf(version)
  if (branch === null) return { state: 'unknown', ended_on: null }
  const ends = supportData[program]
  const oldest = Object.keys(ends).sort(compareVersions)[0] ?? branch
  const end = ends[branch]
  if (end === undefined) {
    if (compareVersions(branch, oldest) < 0) return { state: 'ended', ended_on: null }
    return { state: program === 'wordpress' ? 'supported' : 'unknown', ended_on: null }
  }
  const left = Date.parse(end) + dayMs - now.getTime()
  return { state: left <= 0 ? 'ended' : left <= endsSoonDays * dayMs ? 'ends_soon' : 'supported', ended_on: end }
}
