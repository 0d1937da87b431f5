import type { Context } from '../../../../operation/context.ts'
import { present } from '../../../../platform/present.ts'
import { requireSite, type SiteRow } from '../../../sites/index.ts'
import { type PageKind, readSitePolicies } from '../../../update-policies/index.ts'
import { announceWarnings } from '../announce-warnings.ts'
import { readBack } from '../checked-step.ts'
import { decideOutcomes } from '../decide-outcome.ts'
import { examineSite } from '../examine-site.ts'
import { recordCheck } from '../gates/update-check-store.ts'
import { recordLateOutcome } from '../late-outcome.ts'
import { StepGuards } from '../step-guard.ts'
import { listRunItems } from '../update-history-store.ts'
import type { UpdateOutcome } from '../update-outcome.ts'
import { nextCheckAt } from './plan-watch.ts'
import { endWatch, listOpenWatches, type OpenWatch, updateWatch, type WatchResult } from './watch-store.ts'

const patienceMs = 20_000
const minuteMs = 60_000
/** A site that could not be checked is checked again this much later, for at most an hour after its last check was due. */
const retryMs = 5 * minuteMs
const maxDelayMs = 60 * minuteMs
/** Checks before the last one read only these of the further pages. */
const kindsBetween: readonly PageKind[] = ['rest', 'admin_screen']

export interface WatchCheck {
  run: string
  /** Null: it goes on. */
  result: WatchResult | null
  message: string | null
}

/**
 * Repeats the checks of updates that are watched and due. The caller holds the lock of the site. `isReplaced`: another update of the
 * site begins, so each watch has its last check now.
 */
export async function checkWatches(
  context: Context,
  siteId: number,
  { isReplaced = false }: { isReplaced?: boolean } = {},
): Promise<WatchCheck[]> {
  const checked: WatchCheck[] = []
  for (const watch of await listOpenWatches(context.db, siteId)) {
    const isDue = watch.next_at <= context.clock.now()
    if (isReplaced || isDue) checked.push(await checkWatch(context, siteId, watch, isReplaced))
  }
  return checked
}

async function checkWatch(
  context: Context,
  siteId: number,
  watch: OpenWatch,
  isReplaced: boolean,
): Promise<WatchCheck> {
  const { db, clock } = context
  const { run } = watch
  const end = async (result: WatchResult, message: string | null): Promise<WatchCheck> => {
    await db.transaction().execute((trx) => endWatch(trx, { siteId, run, result, message }, clock.now()))
    return { run, result, message }
  }
  const site = await requireSite(context, siteId)
  const closed = reasonNotCalled(site)
  if (closed) return end('stopped', closed)
  const policies = await readSitePolicies(context, [siteId])
  const policy = present(policies.of(siteId, null), 'the policy of the site')
  const how = { patience: { leftMs: patienceMs } }
  const guards = new StepGuards(context, site, how)
  await guards.resume(run)
  const outcomes = await listWatchedOutcomes(context, run)
  if (policy.soakMinutes.length === 0 || outcomes.length === 0) {
    await guards.disarm()
    return end('stopped', 'The policy no longer repeats checks, so the watch ended.')
  }
  const nextAt = isReplaced ? null : nextCheckAt(watch, clock.now())
  const about = { site, run: { id: run }, policy, ...how, gatePatience: { leftMs: patienceMs }, isLate: true }
  const { evidence, gates, health } = await examineSite(
    context,
    { ...about, kinds: nextAt === null ? undefined : kindsBetween },
    { before: watch.before, browser: null, guards },
    outcomes,
  )
  const { verdict } = evidence
  const isTakenBack = evidence.items.some(
    ({ guard, restoration }) => guard !== null || restoration?.state === 'restored',
  )
  const decided = decideOutcomes(evidence)
  const isChanged = decided.some(({ result }, index) => result !== outcomes[index]?.result)
  if (verdict === 'unchecked' && !isTakenBack && !isReplaced) {
    const again = nextAt ?? new Date(clock.now().getTime() + retryMs)
    if (again.getTime() <= watch.until.getTime() + maxDelayMs) return goOn(context, siteId, run, again)
  }
  // Guards that stood down put nothing back any more: there is nothing left to watch for.
  const standDown = evidence.items.every((item) => item.standDown) ? (evidence.items[0]?.standDown ?? null) : null
  const isOver = isChanged || standDown !== null
  if (verdict !== 'unchecked' && !isOver && nextAt !== null) return goOn(context, siteId, run, nextAt)
  if (isTakenBack) await readBack(context, siteId, how)
  if (verdict !== 'failed' && verdict !== 'unchecked') await guards.disarm()
  await recordLateOutcome(context, { run, siteId, evidence, health })
  await announceWarnings(db, { run, siteId, gates: gates.results, outcomes: decided }, clock.now())
  await recordCheck(db, run, { verdict, after: gates.after, gates: gates.results, guard: guards.records }, clock.now())
  if (verdict === 'unchecked') return end('unknown', 'The site could not be checked again.')
  if (isChanged) return end('failed', evidence.reason || null)
  if (standDown !== null) return end('stopped', standDown)
  return isReplaced
    ? end('stopped', 'Another update began, so the watch ended with a last check.')
    : end('passed', null)
}

async function goOn(context: Context, siteId: number, run: string, nextAt: Date): Promise<WatchCheck> {
  await context.db.transaction().execute((trx) => updateWatch(trx, siteId, run, nextAt))
  return { run, result: null, message: null }
}

/** A site that must not be called is not watched: its guards end by themselves. */
function reasonNotCalled({ suspended_by, connection }: SiteRow): string | null {
  if (suspended_by !== 'none') return 'The site was suspended, so it was not watched to the end.'
  if (connection === 'disconnected') return 'The site was disconnected, so it was not watched to the end.'
  return null
}

/** What the run installed and the history still says so. */
async function listWatchedOutcomes({ db }: Context, run: string): Promise<UpdateOutcome[]> {
  const rows = await listRunItems(db, run)
  return rows
    .filter(({ result }) => result === 'updated')
    .map(({ type, slug, name, from_version: from, to_version: to, result, error_code: code, message }) => {
      return { type, slug, name, from, to, result, code, message }
    })
}
