import type { Beat } from './beat.ts'
import type { HourGain } from './beat-store.ts'
import { packBeat } from './pack-beats.ts'

const hourMs = 3_600_000

/** What checks of a site add to its hours. */
export function hourGains(siteId: number, beats: readonly Beat[]): HourGain[] {
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
