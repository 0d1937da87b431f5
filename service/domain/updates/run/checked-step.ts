import type { Context } from '../../../operation/context.ts'
import type { How, Patience } from '../../../platform/connector/child-site.ts'
import { requireSite, type SiteRow, withChild } from '../../sites/index.ts'
import {
  describeGuardOff,
  type EffectivePolicy,
  recordReleaseFailure,
  type SitePolicies,
} from '../../update-policies/index.ts'
import { announceWarnings } from './announce-warnings.ts'
import { decideOutcomes, findCulprits, isTakenBack } from './decide-outcome.ts'
import { examineSite } from './examine-site.ts'
import { type BrowserBaseline, readBrowserBaseline, storeBaseline } from './gates/browser-gates.ts'
import { type Baseline, describeBlock } from './gates/compare-pages.ts'
import type { Verdict } from './gates/gate-types.ts'
import { type GateRun, readBaseline } from './gates/run-gates.ts'
import { findCheck, insertCheck, recordCheck } from './gates/update-check-store.ts'
import { recordOutcomesIn } from './record-outcomes.ts'
import { recordSiteVerdict } from './site-verdict-store.ts'
import { StepGuards } from './step-guard.ts'
import type { UpdateRun } from './update-history-store.ts'
import type { Health, RunItem, UpdateOutcome } from './update-outcome.ts'
import { guardLifetimeMs, planWatch } from './watch/plan-watch.ts'
import { startWatch } from './watch/watch-store.ts'

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
    guardLifetimeMs(policy.soakMinutes),
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
  /** The checks are repeated until then; null: they are not. */
  watchedUntil: Date | null
}

/** Runs the gates; rolls items back until the gates accept the site; decides and records the outcome of each item. */
export async function finishStep(
  context: Context,
  about: Omit<StepInput, 'items'>,
  step: Pick<CheckedStep, 'before' | 'browser' | 'guards'>,
  outcomes: readonly UpdateOutcome[],
): Promise<FinishedStep> {
  const { db, clock } = context
  const { site, run, policies, policy, patience } = about
  const { guards } = step
  const { evidence, gates, health } = await examineSite(context, about, step, outcomes)
  const { verdict } = evidence
  const decided = decideOutcomes(evidence)
  if (evidence.items.some((item) => item.guard !== null || isTakenBack(item)))
    await readBack(context, site.id, { patience })
  const watch = planWatch(policy.soakMinutes, { verdict, outcomes: decided, now: clock.now() })
  // While a call may still run, the site fails or could not be checked, the guards stay until they expire: they are the way back.
  // While the site is watched, they stay until its last check.
  const isSettled = verdict === 'passed' || verdict === 'off'
  if (isSettled && watch === null && outcomes.every(({ result }) => result !== 'unknown')) await guards.disarm()
  await db.transaction().execute(async (trx) => {
    const now = clock.now()
    await recordOutcomesIn(trx, { run: run.id, siteId: site.id, user: run.actor.name, health }, decided, now)
    for (const item of findCulprits(evidence)) {
      const { sent, release: version } = item
      const { type, slug, name } = sent
      const message = evidence.reason || 'It was restored by the guard.'
      await recordReleaseFailure(
        trx,
        { type, slug, name, version: version || sent.to, siteId: site.id, message, takenBack: isTakenBack(item) },
        policies.holdAfter,
        now,
      )
    }
    const result = { verdict, after: gates.after, gates: gates.results, guard: guards.records }
    await announceWarnings(trx, { run: run.id, siteId: site.id, gates: gates.results, outcomes: decided }, now)
    await recordCheck(trx, run.id, result, now)
    const seen = { siteId: site.id, run: run.id, verdict, health, reason: describeBlock(gates.results) }
    await recordSiteVerdict(trx, seen, now)
    if (watch) await startWatch(trx, { run: run.id, siteId: site.id, ...watch })
  })
  return { ...gates, outcomes: decided, verdict, health, watchedUntil: watch?.until ?? null }
}

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
