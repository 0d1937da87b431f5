import { isoTime } from '../../operation/shapes.ts'
import { countBackups, listBackups } from '../backups/index.ts'
import { type ChangeCount, type ChangeLine, countChangeLines, listChangeLines } from './change-line-store.ts'
import { maxRows, type ReportRow, type SegmentQuery, type SegmentResult, type Totals } from './report.ts'
import { type SegmentName, segmentOf } from './segments.ts'
import { stateReaderOf } from './site-facts.ts'
import { listWork } from './site-facts-store.ts'

/** With a number of queries that does not depend on the number of sites. */
export async function readSegment(reading: SegmentQuery, name: SegmentName): Promise<SegmentResult> {
  switch (segmentOf(name).source) {
    case 'changes':
      return readChanges(reading, name)
    case 'backups':
      return readBackups(reading)
    case 'maintenance':
      return readMaintenance(reading)
    default:
      return stateReaderOf(name)(reading)
  }
}

async function readChanges({ db, action, ...selection }: SegmentQuery, name: SegmentName): Promise<SegmentResult> {
  const { actions, columns } = segmentOf(name)
  const query = { ...selection, segments: [name], action }
  const [found, counts] = await Promise.all([listChangeLines(db, query, maxRows), countChangeLines(db, query)])
  return {
    lines: found.map((line) => ({ site_id: line.site_id, row: toRow(line, columns.includes('new_version')) })),
    totals: countedTotals(action ? [action] : actions, counts, found.length),
  }
}

function toRow(
  { at, action, name, old_version, new_version, user_name, by }: ChangeLine,
  versioned: boolean,
): ReportRow {
  const versions: ReportRow = versioned ? { old_version: old_version ?? '', new_version: new_version ?? '' } : {}
  return { date: isoTime(at), action, name, ...versions, user: user_name, by }
}

/** Counts all changes, also those that are not listed. */
function countedTotals(actions: readonly string[], counts: readonly ChangeCount[], listed: number): Totals {
  const sumOf = (action?: string) =>
    counts.reduce((sum, count) => sum + (action === undefined || count.action === action ? count.total : 0), 0)
  const total = sumOf()
  return {
    ...Object.fromEntries(actions.map((action) => [action, sumOf(action)])),
    total,
    ...(total > listed && { rows_left_out: total - listed }),
  }
}

async function readBackups({ db, siteIds, period }: SegmentQuery): Promise<SegmentResult> {
  const [found, counts] = await Promise.all([
    listBackups(db, siteIds, period, maxRows),
    countBackups(db, siteIds, period),
  ])
  const total = counts.reduce((sum, count) => sum + count.total, 0)
  const last = counts.map(({ last_at }) => last_at).sort((a, b) => b.getTime() - a.getTime())[0]
  return {
    lines: found.map(({ site_id, at }) => ({ site_id, row: { date: isoTime(at), action: 'created' } })),
    totals: {
      created: total,
      last_backup: isoTime(last ?? null),
      ...(total > found.length && { rows_left_out: total - found.length }),
    },
  }
}

const hourMs = 3_600_000
const hours = (milliseconds: number) => Math.round((milliseconds / hourMs) * 100) / 100

/** Maintenance operations, and the tracked work. */
async function readMaintenance(reading: SegmentQuery): Promise<SegmentResult> {
  const { db, siteIds, period, action } = reading
  const query = { siteIds, period, segments: ['maintenance'], action: 'process' }
  const [done, counts, work] = await Promise.all([
    action === 'work' ? [] : listChangeLines(db, query, maxRows),
    action === 'work' ? [] : countChangeLines(db, query),
    action === 'process' ? [] : listWork(db, siteIds, period, maxRows),
  ])
  const lines = [
    ...work.map(({ site_id, date, title, created_by, milliseconds }) => ({
      site_id,
      row: { date, action: 'work', name: title, user: created_by, hours: hours(milliseconds) },
    })),
    ...done.map(({ site_id, at, action, name, user_name }) => ({
      site_id,
      row: { date: isoTime(at), action, name, user: user_name, hours: null },
    })),
  ]
  // A task for several sites is listed for each, but counts once.
  const tasks = [...new Map(work.map((task) => [task.task_id, task])).values()]
  return {
    lines: lines.sort((a, b) => (a.row.date < b.row.date ? 1 : -1)),
    totals: {
      process: counts.reduce((sum, count) => sum + count.total, 0),
      work: tasks.length,
      hours: hours(tasks.reduce((sum, task) => sum + task.milliseconds, 0)),
    },
  }
}
