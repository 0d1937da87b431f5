import { isoTime } from '../../operation/shapes.ts'
import { countBackups, listBackups } from '../backups/index.ts'
import { type ChangeCount, type ChangeLine, countChangeLines, listChangeLines } from './change-rows-store.ts'
import { mostRows, type ReportRow, type SegmentQuery, type SegmentResult, type Totals } from './report.ts'
import { type SegmentName, segmentOf } from './segment-list.ts'
import { stateReaders } from './state-readers.ts'
import { listWork } from './work-store.ts'

/** The rows of a segment and its totals, in a fixed number of queries however many sites there are. */
export async function readSegment(reading: SegmentQuery, name: SegmentName): Promise<SegmentResult> {
  switch (segmentOf(name).source) {
    case 'changes':
      return readChanges(reading, name)
    case 'backups':
      return readBackups(reading)
    case 'maintenance':
      return readMaintenance(reading)
    default:
      return stateReaders(name)(reading)
  }
}

async function readChanges({ db, action, ...wanted }: SegmentQuery, name: SegmentName): Promise<SegmentResult> {
  const { actions, columns } = segmentOf(name)
  const asked = { ...wanted, segments: [name], action }
  const [found, counts] = await Promise.all([listChangeLines(db, asked, mostRows), countChangeLines(db, asked)])
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
  return { date: isoTime(at)!, action, name, ...versions, user: user_name, by }
}

/** How often each action happened; more than can be listed is still counted. */
export function countedTotals(actions: readonly string[], counts: readonly ChangeCount[], listed: number): Totals {
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
    listBackups(db, siteIds, period, mostRows),
    countBackups(db, siteIds, period),
  ])
  const total = counts.reduce((sum, count) => sum + count.total, 0)
  const last = counts.map(({ last_at }) => last_at).sort((a, b) => b.getTime() - a.getTime())[0]
  return {
    lines: found.map(({ site_id, at }) => ({ site_id, row: { date: isoTime(at)!, action: 'created' } })),
    totals: {
      created: total,
      last_backup: isoTime(last ?? null),
      ...(total > found.length && { rows_left_out: total - found.length }),
    },
  }
}

const hourMs = 3_600_000
const hours = (milliseconds: number) => Math.round((milliseconds / hourMs) * 100) / 100

/** What we did to keep a site well, and the work that people wrote down for it. */
async function readMaintenance(reading: SegmentQuery): Promise<SegmentResult> {
  const { db, siteIds, period, action } = reading
  const asked = { siteIds, period, segments: ['maintenance'], action: 'process' }
  const [done, counts, work] = await Promise.all([
    action === 'work' ? [] : listChangeLines(db, asked, mostRows),
    action === 'work' ? [] : countChangeLines(db, asked),
    action === 'process' ? [] : listWork(db, siteIds, period, mostRows),
  ])
  const lines = [
    ...work.map(({ site_id, date, title, created_by, milliseconds }) => ({
      site_id,
      row: { date, action: 'work', name: title, user: created_by, hours: hours(milliseconds) },
    })),
    ...done.map(({ site_id, at, action, name, user_name }) => ({
      site_id,
      row: { date: isoTime(at)!, action, name, user: user_name, hours: null },
    })),
  ]
  // A task for several sites is a line of each, and is counted and summed once.
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
