import { asServiceError } from '../../../operation/as-service-error.ts'
import type { Context } from '../../../operation/context.ts'
import { publicError } from '../../../operation/each.ts'
import type { How, Patience } from '../../../platform/connector/child-site.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import type { SiteSnapshot } from '../../../platform/connector/snapshot/snapshot.ts'
import { throwIfInterrupted } from '../../../platform/work/interrupted.ts'
import { readNotesOfRuns } from '../../guard/index.ts'
import { requireSite, withChild } from '../../sites/index.ts'
import { readSitePolicies, recordReleaseFailure } from '../../update-policies/index.ts'
import { findOpenCheck } from './checked-step.ts'
import { toNotChecked } from './decide-outcome.ts'
import { probeGuards } from './gates/probe-guards.ts'
import { listCheckSummaries } from './gates/update-check-store.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { itemKey } from './select-updates.ts'
import { hasActed } from './step-guard.ts'
import {
  listRunItems,
  listUnfinishedItems,
  recordSentItems,
  type UpdateHistoryRow,
  type UpdateRun,
} from './update-history-store.ts'
import {
  isFailedUpdate,
  isNotTried,
  outcomeOfReadBack,
  type ReadBack,
  type RunItem,
  toRolledBack,
  type UpdateOutcome,
} from './update-outcome.ts'

export const readBackParts = [
  'coreUpdate',
  'pluginUpdates',
  'themeUpdates',
  'translationUpdates',
  'plugins',
  'themes',
] as const

const pauseMs = 2_000
const maxReads = 8

interface SettledItem {
  row: UpdateHistoryRow
  outcome: UpdateOutcome
}

interface SettledRun {
  /** What this run has done already. */
  finished: UpdateOutcome[]
  /** Items of this run that were sent and had no effect. */
  withoutEffect: UpdateOutcome[]
  /** The only items to send, after a user retried what failed; null: all that are selected. */
  retried: ReadonlySet<string> | null
}

/**
 * Settles items that were started on the site and have no outcome, by reading the site. Items of this run that had no
 * effect may be sent again; items of other runs are only recorded, and so are items that a guard rolled back.
 */
export async function settleUnfinishedUpdates(
  context: Context,
  run: UpdateRun,
  patience: Patience,
): Promise<SettledRun> {
  const { db, resumed, retriedAt } = context
  const { id: siteId } = run.site
  const unfinished = await listUnfinishedItems(db, siteId, run.id)
  if (!resumed && !retriedAt && unfinished.length === 0) return { finished: [], withoutEffect: [], retried: null }
  const open = await findOpenCheck(context, run.id)
  // The checks at the end of this run decide about its items.
  const record = (row: UpdateHistoryRow, outcome: UpdateOutcome) =>
    open && row.run === run.id
      ? recordSentItems(db, row.run, [outcome])
      : recordOutcomes(context, { run: row.run, siteId, user: row.user_name }, [outcome])
  const runs = [...new Set([...unfinished.map((row) => row.run), ...(open ? [run.id] : [])])]
  try {
    const { seen, settled } = await precheck(context, run, patience).catch(async (error: unknown) => {
      // A release that stops WordPress stops the connector, too. Its guard acts on these requests.
      if (!(error instanceof ConnectorError) || !(await probeGuards(context, siteId, runs))) throw error
      return precheck(context, run, patience)
    })
    const notes = await readActedNotes(context, siteId, runs, { patience })
    const rolledBack = [
      ...settled.flatMap(({ row, outcome }) => rolledBackByGuard(row, outcome, notes)),
      ...(open ? rolledBackBefore(await listRunItems(db, run.id), seen, notes) : []),
    ]
    const isRolledBack = ({ row }: SettledItem) => rolledBack.some((item) => item.row.id === row.id)
    for (const { row, outcome } of rolledBack) {
      await record(row, outcome)
      await recordFailedRelease(context, siteId, row, outcome.message ?? '')
    }
    const others = settled.filter((item) => !isRolledBack(item))
    const canRetry = ({ row, outcome }: SettledItem) => row.run === run.id && outcome.result === 'interrupted'
    const isChecked = await readChecked(
      db,
      unfinished.filter((row) => row.run !== run.id),
    )
    for (const item of others)
      if (!canRetry(item)) await record(item.row, isChecked(item) ? item.outcome : toNotChecked(item.outcome))
    const withoutEffect = others.filter(canRetry).map(({ outcome }) => outcome)
    const resent = new Set(withoutEffect.map(itemKey))
    const rows = await listRunItems(db, run.id)
    const isResent = (row: UpdateHistoryRow) =>
      resent.has(itemKey(row)) || isNotTried(row.result) || failedBefore(row, retriedAt)
    const finished = rows.filter((row) => !isResent(row)).map(storedOutcome)
    // Without a row nothing was selected before the site failed.
    const retried = retriedAt && rows.length > 0 ? new Set(rows.filter(isResent).map(itemKey)) : null
    return { finished, withoutEffect, retried }
  } catch (error) {
    throwIfInterrupted(error)
    const { code, message } = publicError(asServiceError(error))
    for (const row of unfinished.filter(isOpen))
      await record(row, { ...storedOutcome(row), result: 'unknown', code, message })
    const tried = (await listRunItems(db, run.id)).filter(({ result }) => !isNotTried(result))
    if (!open || tried.length === 0 || !(error instanceof ConnectorError)) throw error
    // The site cannot be read, but what was sent to it has to be checked. Nothing more is sent.
    return { finished: tried.map(storedOutcome), withoutEffect: [], retried: new Set() }
  }
}

/** Without a known outcome. */
const isOpen = ({ result }: UpdateHistoryRow) => result === 'running' || result === 'unknown'

/** False for an installed item of a run that died before it checked the site. */
async function readChecked(db: Context['db'], unfinished: readonly UpdateHistoryRow[]) {
  const checks = await listCheckSummaries(
    db,
    unfinished.map(({ run }) => run),
  )
  const unended = new Set(checks.filter(({ finished_at }) => finished_at === null).map(({ run }) => run))
  return ({ row, outcome }: SettledItem) => outcome.result !== 'updated' || !unended.has(row.run)
}

const noteKey = (run: string | null, item: { type: UpdateHistoryRow['type']; slug: string }) =>
  `${run} ${itemKey(item)}`

type ActedNotes = ReadonlyMap<string, { state: string; culprit: { message: string } | null }>

async function readActedNotes(
  context: Context,
  siteId: number,
  runs: readonly string[],
  how: How,
): Promise<ActedNotes> {
  const notes = await readNotesOfRuns(context, await requireSite(context, siteId), runs, { how })
  return new Map(notes.filter(({ state }) => hasActed(state)).map((note) => [noteKey(note.run, note), note]))
}

/** A guard put the old version back, or deactivated the item: the release was installed, and must not be sent again. */
function rolledBackByGuard(row: UpdateHistoryRow, outcome: UpdateOutcome, notes: ActedNotes): SettledItem[] {
  const note = notes.get(noteKey(row.run, row))
  // Another version was installed after it.
  if (!note || (note.state === 'restored' && outcome.result === 'updated')) return []
  const state = note.state === 'restored' || note.state === 'deactivated' ? note.state : 'failed'
  const reason = note.culprit ? `Fatal error: ${note.culprit.message}.` : 'Its guard acted.'
  return [{ row, outcome: toRolledBack(releaseOf(row), reason, state) }]
}

/** Items that an earlier attempt of this run installed, and whose old version is back. */
function rolledBackBefore(rows: readonly UpdateHistoryRow[], seen: SiteSnapshot, notes: ActedNotes): SettledItem[] {
  return rows
    .filter((row) => row.result === 'updated' && (row.type === 'plugin' || row.type === 'theme'))
    .filter((row) => readBackOf(seen, row)?.changed === false)
    .map((row) => {
      const culprit = notes.get(noteKey(row.run, row))?.culprit
      const reason = culprit ? `Fatal error: ${culprit.message}.` : 'The site failed its checks.'
      return { row, outcome: toRolledBack(releaseOf(row), reason, 'restored') }
    })
}

const releaseOf = (row: UpdateHistoryRow): UpdateOutcome => {
  return { ...storedOutcome(row), to: row.wanted_version ?? row.to_version }
}

async function recordFailedRelease(
  context: Context,
  siteId: number,
  { type, slug, name, wanted_version, to_version }: UpdateHistoryRow,
  message: string,
): Promise<void> {
  const { holdAfter } = await readSitePolicies(context, [siteId])
  const release = { type, slug, name, version: wanted_version ?? to_version, siteId, message, takenBack: true }
  await context.db.transaction().execute((trx) => recordReleaseFailure(trx, release, holdAfter, context.clock.now()))
}

/** A user retries what failed; an item that has failed again since then is not sent a third time. */
const failedBefore = (row: UpdateHistoryRow, retriedAt: Date | null) =>
  retriedAt !== null &&
  isFailedUpdate({ result: row.result, code: row.error_code }) &&
  row.ended_at !== null &&
  row.ended_at <= retriedAt

const storedOutcome = (row: UpdateHistoryRow): UpdateOutcome => {
  const { type, slug, name, from_version: from, to_version: to, result, error_code: code, message } = row
  return { type, slug, name, from, to, result, code, message }
}

/**
 * Reads the site and returns the outcome of each unfinished item. A call whose sender died may still run on the site:
 * until that is unlikely, the site is read again.
 */
async function precheck(
  context: Context,
  { id, site: { id: siteId } }: UpdateRun,
  patience: Patience,
): Promise<{ seen: SiteSnapshot; settled: SettledItem[] }> {
  const { db, clock, siteLocks, ingest } = context
  const now = () => clock.now().getTime()
  const unfinished = await listUnfinishedItems(db, siteId, id)
  const quietAfter = Math.max(0, ...unfinished.map((row) => row.begun_at.getTime())) + siteLocks.leaseSeconds * 1000
  const settle = (seen: SiteSnapshot) =>
    unfinished.map((row) => {
      const outcome = isOpen(row) ? outcomeOfReadBack(itemOf(row), readBackOf(seen, row)) : storedOutcome(row)
      return { row, outcome }
    })
  for (let attempt = 1; ; attempt++) {
    const isLast = unfinished.length === 0 || attempt === maxReads
    const seen = await readOnce(context, siteId, { again: !isLast, how: { patience, skipQueue: attempt > 1 } })
    const settled = seen && settle(seen)
    const isOver = isLast || now() >= quietAfter || settled?.every(({ outcome }) => outcome.result === 'updated')
    if (settled && isOver) {
      await ingest(siteId, seen)
      return { seen, settled }
    }
    await new Promise<void>((resolve) => void clock.after(pauseMs * attempt, resolve))
  }
}

/** Undefined while the site is closed or does not answer; the last attempt throws the error. */
async function readOnce(
  context: Context,
  siteId: number,
  { again, how }: { again: boolean; how: How },
): Promise<SiteSnapshot | undefined> {
  const site = await requireSite(context, siteId)
  try {
    return await withChild(context, site, (child) => context.connector.readSite(child, { parts: readBackParts }, how))
  } catch (error) {
    if (again && error instanceof ConnectorError && error.kind === 'unreachable') return undefined
    throw error
  }
}

const itemOf = ({ type, slug, name, from_version, to_version }: UpdateHistoryRow): RunItem => {
  return { type, slug, name, from: from_version, to: to_version }
}

function readBackOf(
  snapshot: SiteSnapshot,
  { type, slug, from_version: from, to_version: to }: UpdateHistoryRow,
): ReadBack {
  if (type === 'translation') {
    // Translations have no version: one is updated when it is no longer offered.
    const offers = snapshot.translationUpdates
    return offers && { changed: !offers.some((offer) => offer.slug === slug), version: from }
  }
  const items = type === 'plugin' ? snapshot.plugins : snapshot.themes
  if (type !== 'core' && !items) return undefined
  const item = items?.find((each) => each.slug === slug)
  const version = type === 'core' ? snapshot.wordpressVersion : item?.version
  // An item that is missing or has no version was not updated. Without a known old version, the new one decides.
  if (!version) return { changed: false, version: from }
  return { changed: from === '' ? version === to : version !== from, version }
}
