import type { Beat } from './beat.ts'
import type { HourIncrement } from './beat-store.ts'
import { packBeat } from './pack-beats.ts'

const hourMs = 3_600_000

/** Groups checks of a site into increments per hour. */
export function toHourIncrements(siteId: number, beats: readonly Beat[]): HourIncrement[] {
  const byHour = Map.groupBy(beats, ({ at }) => Math.floor(at.getTime() / hourMs) * hourMs)
  return [...byHour].map(([start, own]) => {
    const hour = new Date(start)
    const count = (status: Beat['status']) => own.filter((beat) => beat.status === status).length
    const times = own.filter(({ status }) => status === 'up').map(({ ms }) => ms)
    return {
      site_id: siteId,
      hour,
      up: count('up'),
      down: count('down'),
      pending: count('pending'),
      total_ms: times.reduce((sum, ms) => sum + ms, 0),
      min_ms: times.length === 0 ? null : Math.min(...times),
      max_ms: times.length === 0 ? null : Math.max(...times),
      beats: Buffer.concat(own.map((beat) => packBeat(beat, hour))),
    }
  })
}
