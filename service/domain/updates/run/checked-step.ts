import type { Context } from '../../../operation/context.ts'
import type { How, Patience } from '../../../platform/connector/child-site.ts'
import { requireSite, type SiteRow, withChild } from '../../sites/index.ts'
import {
  describeGuardOff,
  type EffectivePolicy,
  recordReleaseFailure,
  type SitePolicies,
} from '../../update-policies/index.ts'
import {
  decideOutcomes,
  decideVerdict,
  findCulprits,
  type ItemEvidence,
  isOnSite,
  isTakenBack,
  type SiteEvidence,
} from './decide-outcome.ts'
import { type BrowserBaseline, readBrowserBaseline, runBrowserGates, storeBaseline } from './gates/browser-gates.ts'
import { type Baseline, describeBlock, isBlocked } from './gates/compare-pages.ts'
import type { PageCheck } from './gates/page-check.ts'
import { type GateRun, readBaseline, runGates, type Verdict, verdictOf } from './gates/run-gates.ts'
import { findCheck, type GuardRecord, insertCheck, recordCheck } from './gates/update-check-store.ts'
import { compareHomepages, findHomepage, toHomepageCheck } from './homepage-health.ts'
import { recordOutcomesIn } from './record-outcomes.ts'
import { itemKey } from './select-updates.ts'
import { recordSiteVerdict } from './site-verdict-store.ts'
import { type Restoration, StepGuards } from './step-guard.ts'
import { listRunItems, type UpdateRun } from './update-history-store.ts'
import type { Health, RunItem, UpdateOutcome } from './update-outcome.ts'

/** The checks around the updates of one run on one site. */
export interface CheckedStep {
  /** Items that may be sent. */
  items: RunItem[]
  /** Items that may only be sent with a guard, and have none. */
  unguarded: UpdateOutcome[]
  before: Baseline[]
  /** Null: no gates in a browser. */
  browser: BrowserBaseline | null
  guards: StepGuards
  /** An earlier attempt has sent items that were not checked. */
  isContinued: boolean
}

interface StepInput {
  site: SiteRow
  run: UpdateRun
  items: readonly RunItem[]
  policies: SitePolicies
  policy: EffectivePolicy
  patience: Patience
  /** Of the checks of the pages. */
  gatePatience: Patience
  /** A first wave, or one site that a person updates: checked in a browser also where only a sample is. */
  isCanary?: boolean | undefined
}

/** Reads the pages and arms the guards before anything is sent. */
export async function beginStep(
  context: Context,
  { site, run, items, policies, policy, patience, gatePatience, isCanary = false }: StepInput,
): Promise<CheckedStep> {
  const { db, clock } = context
  // A worker that died has read them before its updates; now the site may be broken.
  const open = await findOpenCheck(context, run.id)
  const before = open ? open.before : await readBaseline(context, site, policy, { patience: gatePatience, items })
  const browser = await readBrowserBaseline(context, site, policy, {
    always: isCanary,
    isContinued: open !== undefined,
  })
  await insertCheck(db, { run: run.id, siteId: site.id, before }, clock.now())
  await storeBaseline(context, { run: run.id, siteId: site.id }, browser)
  const guards = new StepGuards(context, site, { patience } satisfies How)
  const modeOf = (item: RunItem) => policies.of(site.id, item)?.guard.value ?? 'off'
  if (open) await guards.resume(run.id)
  for (const item of items.filter((each) => modeOf(each) === 'off')) {
    const decided = policies.of(site.id, item)?.guard
    guards.recordOff(item, (decided && describeGuardOff(decided)) ?? 'Guards are switched off.')
  }
  await guards.arm(
    run.id,
    items.filter((item) => modeOf(item) !== 'off'),
  )
  // A translation cannot be guarded, and it has no code of its own.
  const isRefused = (item: RunItem) =>
    item.type !== 'translation' && modeOf(item) === 'required' && !guards.isArmed(item)
  return {
    items: items.filter((item) => !isRefused(item)),
    unguarded: items.filter(isRefused).map((item) => notGuarded(item, guards.reasonOf(item))),
    before,
    browser,
    guards,
    isContinued: open !== undefined,
  }
}

/** The check of an earlier attempt of the run that did not reach its end. */
export async function findOpenCheck({ db, resumed }: Pick<Context, 'db' | 'resumed'>, run: string) {
  const check = resumed ? await findCheck(db, run) : undefined
  return check?.finished_at === null ? check : undefined
}

const notGuarded = (item: RunItem, reason: string): UpdateOutcome => ({
  ...item,
  to: item.from,
  result: 'skipped',
  code: 'svc_guard_required',
  message: `The policy allows this update only with a guard: ${reason}`,
})

interface FinishedStep extends GateRun {
  outcomes: UpdateOutcome[]
  verdict: Verdict
  health: Health | null
}

/** Runs the gates; rolls items back until the gates accept the site; decides and records the outcome of each item. */
export async function finishStep(
  context: Context,
  { site, run, policies, policy, patience, gatePatience }: Omit<StepInput, 'items'>,
  { before, browser, guards }: Pick<CheckedStep, 'before' | 'browser' | 'guards'>,
  outcomes: readonly UpdateOutcome[],
): Promise<FinishedStep> {
  const { db, clock } = context
  let isFirst = true
  const check = async () => {
    const headers = guards.probeHeaders
    const pages = await runGates(context, site, policy, before, { headers, patience: gatePatience })
    const about = { run: run.id, baseline: browser, isFirst, isBroken: isBlocked(pages.results) }
    isFirst = false
    const seen = await runBrowserGates(context, site, policy, about)
    // A gate that should roll back and could not be checked is not passed.
    const isUnchecked =
      pages.isUnchecked || seen.some(({ mode, result }) => mode === 'block' && result === 'not_checked')
    return { ...pages, results: [...pages.results, ...seen], isUnchecked }
  }
  let gates = await check()
  const firstReason = describeBlock(gates.results)
  // Always read: a visitor may have met the error before these checks, and then the guard has acted already.
  const notes = await guards.readNotes()
  const items = await readEvidence(db, run.id, outcomes, notes)
  if (items.some(({ guard }) => guard !== null)) gates = await check()
  for (const item of items) {
    if (!isBlocked(gates.results)) break
    // A new item has no version to return to.
    if (item.guard !== null || !isOnSite(item.sent) || item.sent.from === '') continue
    item.restoration = await guards.restore(item.sent)
    if (item.restoration.state === 'failed') continue
    gates = await check()
    // The item whose old version healed the site is the culprit; those before it were innocent.
    item.healed = !isBlocked(gates.results)
  }
  // Without the notes it is not known which version the site has now.
  const verdict = decideVerdict(verdictOf(gates), notes === null ? 'unknown' : 'answers')
  const evidence: SiteEvidence = { verdict, reason: firstReason || describeBlock(gates.results), items }
  const decided = decideOutcomes(evidence)
  if (items.some((item) => item.guard !== null || isTakenBack(item))) await readBack(context, site.id, { patience })
  // While a call may still run, the site fails or could not be checked, the guards stay until they expire: they are the way back.
  const isSettled = verdict === 'passed' || verdict === 'off'
  if (isSettled && outcomes.every(({ result }) => result !== 'unknown')) await guards.disarm()
  const health = healthOf(verdict, before, gates.after)
  await db.transaction().execute(async (trx) => {
    const about = { run: run.id, siteId: site.id, user: run.actor.name, health }
    await recordOutcomesIn(trx, about, decided, clock.now())
    for (const item of findCulprits(evidence)) {
      const { sent, release: version } = item
      const { type, slug, name } = sent
      const message = firstReason || 'It was restored by the guard.'
      await recordReleaseFailure(
        trx,
        { type, slug, name, version: version || sent.to, siteId: site.id, message, takenBack: isTakenBack(item) },
        policies.holdAfter,
        clock.now(),
      )
    }
    const result = { verdict, after: gates.after, gates: gates.results, guard: guards.records }
    await recordCheck(trx, run.id, result, clock.now())
    const seen = { siteId: site.id, run: run.id, verdict, health, reason: describeBlock(gates.results) }
    await recordSiteVerdict(trx, seen, clock.now())
  })
  return { ...gates, outcomes: decided, verdict, health }
}

async function readEvidence(
  db: Context['db'],
  run: string,
  outcomes: readonly UpdateOutcome[],
  notes: ReadonlyMap<string, GuardRecord> | null,
): Promise<ItemEvidence[]> {
  const wanted = new Map(
    (await listRunItems(db, run)).map((row) => [itemKey(row), row.wanted_version ?? row.to_version]),
  )
  return outcomes.map((sent) => {
    const note = notes?.get(itemKey(sent))
    const guard = note && !isPutBack(sent, note) ? { state: stateOf(note), reason: reasonOf(note) } : null
    return { sent, release: wanted.get(itemKey(sent)) || sent.to, guard, restoration: null, healed: false }
  })
}

/** Another page may fail although the homepage works. */
function healthOf(verdict: Verdict, before: readonly Baseline[], after: readonly PageCheck[]): Health | null {
  const homepage = compareHomepages(toHomepageCheck(before), findHomepage(after))
  return verdict === 'failed' && homepage === 'ok' ? 'degraded' : homepage
}

/** Other software was installed, and replaced by the copy at once: no fault of a release. */
const isPutBack = ({ code }: UpdateOutcome, { culprit }: GuardRecord) =>
  culprit === null && (code === 'svc_other_software' || code === 'svc_version_not_installed')

const stateOf = ({ state }: GuardRecord): Restoration['state'] =>
  state === 'restored' || state === 'deactivated' ? state : 'failed'

const reasonOf = ({ culprit, message }: GuardRecord) => (culprit ? `Fatal error: ${culprit.message}.` : message)

/** The stored versions follow the site. */
export async function readBack(context: Context, siteId: number, how: How): Promise<void> {
  const site = await requireSite(context, siteId)
  const parts = ['plugins', 'themes', 'pluginUpdates', 'themeUpdates'] as const
  try {
    const snapshot = await withChild(context, site, (child) => context.connector.readSite(child, { parts }, how))
    await context.ingest(siteId, snapshot)
  } catch (error) {
    // The next sync reads it.
    context.log.warn({ err: error, site: siteId }, 'a site was not read after a rollback')
  }
}

/** Nothing was tried: the guards go, and the check ends without a result. */
export async function abandonStep(
  { db, clock }: Context,
  run: string,
  { guards }: Pick<CheckedStep, 'guards'>,
): Promise<void> {
  await guards.disarm()
  await recordCheck(db, run, { verdict: 'off', after: [], gates: [], guard: guards.records }, clock.now())
}
