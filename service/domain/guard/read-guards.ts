import type { Context } from '../../operation/context.ts'
import type { ChildSite, How } from '../../platform/connector/child-site.ts'
import { ConnectorError } from '../../platform/connector/errors.ts'
import type { SignedAction } from '../../platform/connector/guard/sign-guard-request.ts'
import type { GuardReport } from '../../platform/connector/parts/guard.ts'
import { type SiteRow, withChild } from '../sites/index.ts'
import { describeStandDown, type GuardNote, type GuardState, isOpen } from './guard.ts'
import {
  endGuards,
  type GuardRow,
  listGuardsById,
  listGuardsOfRuns,
  listOpenGuards,
  scheduleRestore,
  updateGuard,
} from './guard-store.ts'
import { callAndAudit, type GuardOptions, guardIdsOf, guardSlugsOf, recordUse } from './guard-use.ts'

/** Of one signed request: a guard that restores a large folder goes on when we stop waiting, and says that it is busy. */
const directMs = 10_000
/**
 * Before further signed requests for a copy: WordPress answers its maintenance page first, and looping requests fill PHP's pool until
 * their time limit. A request that we no longer wait for keeps its place in the queue of PHP.
 */
const pausesMs = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000]
/** A connector that does not answer in this time is dead, if its guards can be asked without it. */
const connectorMs = 15_000
/** Of reading notes, in all: the lock of the site is held meanwhile. */
const readMs = 10_000

/**
 * Asks guards themselves, and the connector for those that do not answer. A guard answers before other plugins load, so that works
 * while the connector is dead, and costs less than a call of the connector. Throws when neither answers: a copy is asked for several
 * times before that, a state once.
 */
async function askGuards(
  context: Context,
  child: ChildSite,
  rows: readonly GuardRow[],
  action: SignedAction,
  how: How = {},
): Promise<GuardReport[]> {
  const { connector, clock } = context
  const start = clock.now().getTime()
  const direct = rows.filter((row) => row.direct === 'ready')
  const isRestore = action === 'restore'
  const limitOf = (ofRestore: number): How => {
    const deadlineMs = isRestore ? ofRestore : Math.max(1, start + readMs - clock.now().getTime())
    // Waiting for the end of a maintenance is for the caller of a change.
    return direct.length === 0 ? how : { ...how, deadlineMs, ...(!isRestore && { patience: undefined }) }
  }
  const reports: GuardReport[] = []
  const askDirectly = async (): Promise<ConnectorError | null> => {
    for (const { id } of direct.slice(reports.length)) {
      try {
        reports.push(await connector.askGuard(child, id, action, limitOf(directMs)))
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind === 'cancelled') throw error
        return error
      }
    }
    return null
  }
  let failure = await askDirectly()
  const others = () => rows.filter(({ id }) => !reports.some((report) => report.id === id))
  if (others().length === 0) return reports
  if (failure && !isRestore && clock.now().getTime() >= start + readMs) throw failure
  const calls = isRestore ? connector.restoreGuarded : connector.readGuards
  try {
    return [...reports, ...(await calls(child, guardIdsOf(others()), limitOf(connectorMs)))]
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind === 'cancelled' || direct.length === 0 || !isRestore)
      throw error
    for (const pauseMs of pausesMs) {
      if (!failure || (how.until !== undefined && how.until < clock.now().getTime() + pauseMs)) break
      await new Promise<void>((resolve) => void clock.after(pauseMs, resolve))
      failure = await askDirectly()
    }
    if (failure || others().length > 0) throw error
    return reports
  }
}

/** What guards did. Read it before they are disarmed. */
export async function readGuardNote(
  context: Context,
  site: SiteRow,
  ids: readonly string[],
  { how }: GuardOptions = {},
): Promise<GuardNote[]> {
  const rows = await listGuardsById(context.db, site.id, ids)
  const open = rows.filter(({ ended_at }) => ended_at === null)
  const reports =
    open.length === 0 ? [] : await withChild(context, site, (child) => askGuards(context, child, open, 'state', how))
  return storeReports(context, rows, reports)
}

/** The same for all guards of some runs. */
export async function readNotesOfRuns(
  context: Context,
  site: SiteRow,
  runs: readonly string[],
  options: GuardOptions = {},
): Promise<(GuardNote & { run: string | null })[]> {
  const rows = await listGuardsOfRuns(context.db, site.id, runs)
  const runOf = new Map(rows.map(({ id, run }) => [id, run]))
  const notes = rows.length === 0 ? [] : await readGuardNote(context, site, guardIdsOf(rows), options)
  return notes.map((note) => ({ ...note, run: runOf.get(note.id) ?? null }))
}

async function storeReports(context: Context, rows: readonly GuardRow[], reports: readonly GuardReport[]) {
  const notes: GuardNote[] = []
  for (const row of rows) {
    const report = reports.find(({ id }) => id === row.id)
    notes.push(await storeReport(context, row, report))
  }
  return notes
}

/** Stores what a site reports. A guard that the site no longer has is over: it expired, or was removed there. */
async function storeReport(context: Context, row: GuardRow, report: GuardReport | undefined): Promise<GuardNote> {
  const { id, type, slug } = row
  const nothing = { version: null, culprit: null, suspect: null, files: null, reason: '', direct: row.direct }
  if (!report) return { id, type, slug, state: row.state, ...nothing }
  const { version, culprit, suspect, files } = report
  if (report.state === 'absent') {
    await endGuards(context.db, [id], 'expired', context.clock.now())
    return { id, type, slug, state: isOpen(row.state) ? 'expired' : row.state, ...nothing, version, culprit }
  }
  const state: GuardState = report.state === 'busy' || report.state === 'refused' ? row.state : report.state
  const direct = report.direct ?? row.direct
  const reason = state === 'stood_down' ? report.reason || 'changed' : ''
  if (state !== row.state || culprit || direct !== row.direct)
    await updateGuard(context.db, id, { state, culprit, direct, ...(reason && { reason }) })
  if (!isOpen(state) && row.restore_at) await scheduleRestore(context.db, [id], { at: null, tries: row.restore_tries })
  if (state !== row.state && ['restored', 'deactivated', 'left_broken', 'stood_down'].includes(state))
    await recordUse(context, row, `guard-${state}`.replace('_', '-'))
  return { id, type, slug, state, version, culprit, suspect, files, reason, direct }
}

export interface RestoreOutcome {
  id: string
  /** `stood_down`: a person or another program changed the files, so they stay as they are. */
  outcome: 'restored' | 'deactivated' | 'left_broken' | 'stood_down' | 'not_armed' | 'busy' | 'failed'
  /** Installed now. */
  version: string | null
  message: string
}

/**
 * Puts the copies back, also while the connector is dead. A copy with a known vulnerability stays where it is: its plugin is
 * deactivated, a theme is left for a person. What the new version changed in the database stays.
 */
export async function restoreFromGuard(
  context: Context,
  site: SiteRow,
  ids: readonly string[],
  { how }: GuardOptions = {},
): Promise<RestoreOutcome[]> {
  const rows = await listGuardsById(context.db, site.id, ids)
  const open = rows.filter(({ ended_at }) => ended_at === null)
  if (open.length === 0) return rows.map(({ id }) => notArmed(id))
  const reports = await callAndAudit(context, site, 'restore-from-guard', guardSlugsOf(open), () =>
    withChild(context, site, (child) => askGuards(context, child, open, 'restore', how)),
  )
  const outcomes: RestoreOutcome[] = []
  for (const row of rows) {
    const report = reports.find(({ id }) => id === row.id)
    if (!report || report.state === 'absent') outcomes.push(notArmed(row.id))
    else outcomes.push(describeRestore(row, report))
    await storeReport(context, row, report)
  }
  return outcomes
}

const notArmed = (id: string): RestoreOutcome => {
  return { id, outcome: 'not_armed', version: null, message: 'The site no longer has a copy of the previous version.' }
}

function describeRestore(
  { id, name, version: copied }: GuardRow,
  { state, version, message, reason }: GuardReport,
): RestoreOutcome {
  if (state === 'restored') return { id, outcome: state, version, message: `${name} ${copied} is back.` }
  if (state === 'deactivated')
    return { id, outcome: state, version, message: `${name} was deactivated: ${copied} has a known vulnerability.` }
  if (state === 'left_broken')
    return { id, outcome: state, version, message: `${name} ${copied} has a known vulnerability and was not restored.` }
  if (state === 'stood_down') return { id, outcome: state, version, message: describeStandDown(reason) }
  if (state === 'busy')
    return { id, outcome: state, version, message: `The site is updating or restoring ${name} at the moment.` }
  return { id, outcome: 'failed', version, message: `${name} ${copied} could not be restored. ${message}`.trim() }
}

const firstRetryMs = 60_000
const lastRetryMs = 15 * 60_000

/** Puts copies back later that could not be put back now, again and again until the guard expires or says what it did. */
export async function restoreLater({ db, clock }: Context, site: SiteRow, ids: readonly string[]): Promise<void> {
  for (const { id, ended_at, restore_tries } of await listGuardsById(db, site.id, ids)) {
    if (ended_at !== null) continue
    const waitMs = Math.min(firstRetryMs * 2 ** restore_tries, lastRetryMs)
    await scheduleRestore(db, [id], { at: new Date(clock.now().getTime() + waitMs), tries: restore_tries + 1 })
  }
}

/**
 * Puts the copies back whose time has come, or tries again later. Returns the runs whose guards have done something now, or stood down.
 * The caller holds the lock of the site.
 */
export async function restoreDueGuards(context: Context, site: SiteRow): Promise<string[]> {
  const now = context.clock.now()
  const runs = new Set<string>()
  for (const { id, run, restore_at, expires_at } of await listOpenGuards(context.db, site.id)) {
    if (!restore_at || restore_at > now || expires_at <= now) continue
    const [restored] = await restoreFromGuard(context, site, [id]).catch((error: unknown) => {
      if (!(error instanceof ConnectorError)) throw error
      return []
    })
    if (!restored || ['busy', 'failed'].includes(restored.outcome)) await restoreLater(context, site, [id])
    else if (run && restored.outcome !== 'not_armed') runs.add(run)
  }
  return [...runs]
}
