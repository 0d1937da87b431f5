import { invalidInput } from '../../operation/errors.ts'
import { ownValue } from '../../operation/own-value.ts'
import { isoTime } from '../../operation/shapes.ts'
import type { Database } from '../../platform/database/database.ts'
import { unixSeconds } from '../../platform/unix-seconds.ts'
import { type Beat, type BeatStatus, beatNumbers } from './beat.ts'
import { listPackedBeats } from './heartbeat-store.ts'
import type { Heartbeat } from './monitor.ts'
import { unpackDay, unpackHour } from './pack-beats.ts'

export interface TimeSpan {
  from: Date
  to: Date
}

const dayMs = 86_400_000
const named: Record<string, number> = { '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs }
export const allowedPeriods = '24h, 7d, 30d, or two times such as 2026-11-01T00:00:00Z/2026-11-15T00:00:00Z'

/** The requested period; `since` moves its start forward. */
export function readTimeSpan(period: string, since: string | undefined, now: Date): TimeSpan {
  const span = ownValue(named, period)
  const [first, last] = period.split('/').map(readTime)
  const requested = span === undefined ? { from: first, to: last } : { from: new Date(now.getTime() - span), to: now }
  if (!requested.from || !requested.to || requested.from > requested.to)
    throw invalidInput({ period: `must be one of: ${allowedPeriods}` })
  if (since === undefined) return { from: requested.from, to: requested.to }
  const earliest = readTime(since)
  if (!earliest) throw invalidInput({ since: 'must be a time in ISO 8601, such as 2026-11-15T09:00:00Z' })
  return { from: new Date(Math.max(earliest.getTime(), requested.from.getTime())), to: requested.to }
}

/** A date alone means 00:00; a time without zone is UTC. */
function readTime(text: string): Date | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(text.trim())
  if (!found) return undefined
  const time = new Date(`${found[1]}T${found[2] ?? '00:00'}${found[3] ?? 'Z'}`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** The checks of a site in the period, newest first. */
export async function readBeats(db: Database, siteId: number, { from, to }: TimeSpan): Promise<Beat[]> {
  const { hours, days } = await listPackedBeats(db, siteId, { from, to })
  const beats = [
    ...days.flatMap(({ day, beats }) => unpackDay(beats, new Date(`${day}T00:00:00Z`))),
    ...hours.flatMap(({ hour, beats }) => unpackHour(beats, hour)),
  ]
  return beats.filter(({ at }) => at >= from && at <= to).sort((a, b) => b.at.getTime() - a.at.getTime())
}

export function describeBeat(siteId: number, beat: Beat): Heartbeat {
  return {
    heartbeat_id: unixSeconds(beat.at),
    monitor_id: siteId,
    status: beatNumbers[beat.status],
    uptime_status: beat.status,
    msg: beat.message === '' ? formatUp(beat) : beat.message,
    importance: beat.statusChanged ? 1 : 0,
    time: isoTime(beat.at),
    ping_ms: beat.ms,
    http_code: beat.code,
    dns_ms: beat.dnsMs,
    connect_ms: beat.connectMs,
    tls_ms: beat.tlsMs,
    first_byte_ms: beat.firstByteMs,
  }
}

const formatUp = ({ code, status }: Beat) => (code === 0 ? status : `${code} - ${status}`)

export const filterByStatus = (beats: Beat[], status: BeatStatus | 'first' | undefined) =>
  status === undefined ? beats : beats.filter((beat) => beat.status === status)
