import type { Context } from '../../../operation/context.ts'
import type { How, Patience } from '../../../platform/connector/child-site.ts'
import { requireSite, type SiteRow, withChild } from '../../sites/index.ts'
import { type EffectivePolicy, recordReleaseFailure, type SitePolicies } from '../../update-policies/index.ts'
import { releaseStep } from '../release-step.ts'
import { type BrowserBaseline, readBrowserBaseline, runBrowserGates, storeBaseline } from './gates/browser-gates.ts'
import { type Baseline, describeBlock, isBlocked } from './gates/compare-pages.ts'
import { type GateRun, readBaseline, runGates } from './gates/run-gates.ts'
import { findCheck, type GuardRecord, insertCheck, recordCheck } from './gates/update-check-store.ts'
import { itemKey } from './select-updates.ts'
import { StepGuards } from './step-guard.ts'
import { listRunItems, recordOutcomes, type UpdateRun } from './update-history-store.ts'
import type { RunItem, UpdateOutcome } from './update-outcome.ts'

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
  /** A first wave, or one site that a person updates: checked in a browser also where only a sample is. */
  isCanary?: boolean | undefined
}

/** Reads the pages and arms the guards before anything is sent. */
export async function beginStep(
  context: Context,
  { site, run, items, policies, policy, patience, isCanary = false }: StepInput,
): Promise<CheckedStep> {
  const { db, clock } = context
  // A worker that died has read them before its updates; now the site may be broken.
  const open = await findOpenCheck(context, run.id)
  const before = open ? open.before : await readBaseline(context, site, policy)
  const browser = await readBrowserBaseline(context, site, policy, {
    always: isCanary,
    isContinued: open !== undefined,
  })
  await insertCheck(db, { run: run.id, siteId: site.id, before }, clock.now())
  await storeBaseline(context, { run: run.id, siteId: site.id }, browser)
  const guards = new StepGuards(context, site, { patience } satisfies How)
  const modeOf = (item: RunItem) => policies.of(site.id, item)?.guard.value ?? 'off'
  const guarded = items.filter((item) => modeOf(item) !== 'off')
  await guards.arm(
    run.id,
    guarded.map((item) => ({ ...item, vulnerable: isSecurity(policies, site.id, item) })),
  )
  const isRefused = (item: RunItem) => modeOf(item) === 'required' && !guards.isArmed(item)
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

/** The installed version has a known vulnerability that the new one does not have. */
function isSecurity(policies: SitePolicies, site_id: number, { type, slug, name, from, to }: RunItem): boolean {
  const unknown = {
    first_seen_at: new Date(0),
    ignored: false,
    has_package: true,
    requires_wordpress: null,
    requires_php: null,
    fits_wordpress: null,
    fits_php: null,
  }
  const step = releaseStep(type, from, to)
  return policies.levelOf({ ...unknown, site_id, type, slug, name, new_version: to, step }) === 'security'
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
}

/** Runs the gates; rolls items back until the gates accept the site; records what was checked. */
export async function finishStep(
  context: Context,
  { site, run, policies, policy, patience }: Omit<StepInput, 'items'>,
  { before, browser, guards }: Pick<CheckedStep, 'before' | 'browser' | 'guards'>,
  outcomes: readonly UpdateOutcome[],
): Promise<FinishedStep> {
  const { db, clock } = context
  let isFirst = true
  const check = async () => {
    const pages = await runGates(context, site, policy, before, guards.probeHeaders)
    const about = { run: run.id, baseline: browser, isFirst, isBroken: isBlocked(pages.results) }
    isFirst = false
    return { ...pages, results: [...pages.results, ...(await runBrowserGates(context, site, policy, about))] }
  }
  let gates = await check()
  const failedWith = isBlocked(gates.results) ? describeBlock(gates.results) : null
  // The version that was to be installed; a guard may have restored the old one before it was read.
  const wanted = new Map(
    (await listRunItems(db, run.id)).map((row) => [itemKey(row), row.wanted_version ?? row.to_version]),
  )
  const releaseOf = <Item extends RunItem>(item: Item): Item => ({ ...item, to: wanted.get(itemKey(item)) ?? item.to })
  const isSuspicious = gates.sawFailure || outcomes.some(({ result }) => result !== 'updated')
  const acted = isSuspicious ? await guards.readNotes() : new Map<string, GuardRecord>()
  let changed = [...outcomes]
  const replace = (item: RunItem, reason: string, back: boolean) => {
    changed = changed.map((each) =>
      itemKey(each) === itemKey(item) ? toRolledBack(releaseOf(each), reason, back) : each,
    )
  }
  const culprits: RunItem[] = []
  for (const outcome of outcomes) {
    const note = acted.get(itemKey(outcome))
    if (!note) continue
    culprits.push(outcome)
    replace(
      outcome,
      note.culprit ? `Fatal error: ${note.culprit.message}.` : note.message,
      note.state !== 'left_broken',
    )
  }
  if (culprits.length > 0) gates = await check()
  for (const outcome of outcomes.filter(isOnSite)) {
    if (!isBlocked(gates.results)) break
    if (culprits.includes(outcome)) continue
    if ((await guards.restore(outcome)) !== null) continue
    replace(outcome, failedWith ?? describeBlock(gates.results), true)
    gates = await check()
    // The item whose old version healed the site is the culprit; those before it were innocent.
    if (!isBlocked(gates.results)) culprits.push(outcome)
  }
  const rolledBack = changed.filter((outcome, index) => outcome !== outcomes[index])
  if (rolledBack.length > 0) {
    await recordOutcomes(context, { run: run.id, siteId: site.id, user: run.actor.name }, rolledBack)
    await readBack(context, site.id, { patience })
  }
  const only = outcomes.filter(({ result }) => result === 'updated')
  if (isBlocked(gates.results) && only.length === 1 && culprits.length === 0) culprits.push(...only)
  // A call without an outcome may still run on the site: then the guards stay until they expire.
  if (outcomes.every(({ result }) => result !== 'unknown')) await guards.disarm()
  await db.transaction().execute(async (trx) => {
    for (const { type, slug, name, to: version } of culprits.map(releaseOf)) {
      const message = failedWith ?? 'It was restored by the guard.'
      await recordReleaseFailure(
        trx,
        { type, slug, name, version, siteId: site.id, message },
        policies.holdAfter,
        clock.now(),
      )
    }
    const healthy = gates.results.length === 0 ? null : !isBlocked(gates.results)
    await recordCheck(
      trx,
      run.id,
      { healthy, after: gates.after, gates: gates.results, guard: guards.records },
      clock.now(),
    )
  })
  return { ...gates, outcomes: changed }
}

/** The new version may be on the site. */
const isOnSite = ({ result }: UpdateOutcome) => ['updated', 'unknown', 'no_effect', 'interrupted'].includes(result)

const toRolledBack = (outcome: UpdateOutcome, reason: string, back: boolean): UpdateOutcome => ({
  ...outcome,
  to: back ? outcome.from : outcome.to,
  result: 'rolled_back',
  code: 'svc_update_rolled_back',
  message: back
    ? `${outcome.name} ${outcome.to} was installed and rolled back to ${outcome.from}. ${reason} Changes of the database are not undone.`
    : `${outcome.name} ${outcome.to} broke the site and could not be rolled back. ${reason}`,
})

/** The stored versions follow the site. */
async function readBack(context: Context, siteId: number, how: How): Promise<void> {
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
  await recordCheck(db, run, { healthy: null, after: [], gates: [], guard: guards.records }, clock.now())
}
