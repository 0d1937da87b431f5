import type { Beat } from '../../service/domain/monitors/beat.ts'
import { addToHours } from '../../service/domain/monitors/beat-store.ts'
import { toHourIncrements } from '../../service/domain/monitors/hour-increments.ts'
import { rollUp, rollUpBefore } from '../../service/domain/monitors/roll-up.ts'
import type { Database } from '../../service/platform/database/database.ts'

export interface Storage {
  /** Per monitor and day, as hours with every phase, and once rolled up. */
  bytesAsHours: number
  bytesRolledUp: number
  rowsRolledUp: number
}

const tables = ['monitor_days', 'monitor_day_beats']
const hourMs = 3_600_000

/** Writes whole days of checks for some monitors, with response times like those that were measured, and rolls them up. */
export async function measureStorage(
  db: Database,
  {
    siteIds,
    intervalSeconds,
    times,
    days,
  }: { siteIds: number[]; intervalSeconds: number; times: number[]; days: number },
): Promise<Storage> {
  const end = rollUpBefore(new Date()).getTime()
  const before = await sizes(db, ['monitor_hours', ...tables])
  for (let hour = end - days * 24 * hourMs; hour < end; hour += hourMs) {
    await addToHours(
      db,
      siteIds.flatMap((siteId) => toHourIncrements(siteId, checksOf(siteId, new Date(hour), intervalSeconds, times))),
    )
  }
  const asHours = await sizes(db, ['monitor_hours', ...tables])
  await rollUp(db, new Date())
  const rolledUp = await sizes(db, tables)
  const unit = siteIds.length * days
  const sum = (table: string[], of: Map<string, Size>, field: keyof Size) =>
    table.reduce((total, name) => total + of.get(name)![field], 0)
  return {
    bytesAsHours: (asHours.get('monitor_hours')!.bytes - before.get('monitor_hours')!.bytes) / unit,
    bytesRolledUp: (sum(tables, rolledUp, 'bytes') - sum(tables, before, 'bytes')) / unit,
    rowsRolledUp: (sum(tables, rolledUp, 'rows') - sum(tables, before, 'rows')) / unit,
  }
}

function checksOf(siteId: number, hour: Date, intervalSeconds: number, times: number[]): Beat[] {
  return Array.from({ length: Math.floor(3600 / intervalSeconds) }, (_, index) => {
    // Random: repeated values would compress better than real times.
    const ms = times[Math.floor(Math.random() * times.length)]!
    const at = new Date(hour.getTime() + (index * intervalSeconds + (siteId % intervalSeconds)) * 1000)
    const phases = {
      dnsMs: 0,
      connectMs: Math.floor(ms / 4),
      tlsMs: Math.floor(ms / 3),
      firstByteMs: Math.floor(ms / 2),
    }
    return { at, status: 'up', code: 200, ms, ...phases, statusChanged: false, message: '' }
  })
}

interface Size {
  bytes: number
  rows: number
}

async function sizes(db: Database, names: string[]): Promise<Map<string, Size>> {
  const found = new Map<string, Size>()
  for (const name of names) {
    const { rows } = await db.pool.query<Size>(
      `select pg_total_relation_size('${name}')::int8 as bytes, (select count(*) from ${name}) as rows`,
    )
    found.set(name, rows[0]!)
  }
  return found
}
