import { asServiceError } from '../../operation/as-service-error.ts'
import type { Context } from '../../operation/context.ts'
import { ServiceError } from '../../operation/errors.ts'
import { findDatabaseFailure } from '../../platform/database/database-failure.ts'
import { leaseSignal, throwIfLeaseLost } from '../../platform/leases.ts'
import { WorkCancelledError } from '../../platform/work/current-work.ts'
import {
  hasTriedItems,
  isNotTried,
  itemKey,
  runSiteUpdates,
  type SiteReport,
  toSiteReport,
  type Verdict,
} from '../updates/index.ts'
import { returnStep } from './lost-step-store.ts'
import type { StepState } from './rollout.ts'
import { findRollout, findStep, type PlannedStep, recordStepEnd, type StepRow, takeStep } from './rollout-store.ts'

const retryMs = 500

/** Waits until the budget allows the step; false when the rollout does not run any more or another job has the step. */
async function waitForBudget({ db, clock, jobId, resumed, actor }: Context, step: StepRow): Promise<boolean> {
  for (;;) {
    throwIfLeaseLost()
    const current = await findStep(db, step.rollout_id, step.position)
    if (!current || (jobId !== null && current.job_id !== jobId)) return false
    if (current.state === 'running') return resumed
    if (current.state !== 'waiting') return false
    if (await takeStep(db, current, clock.now())) return true
    const rollout = await findRollout(db, step.rollout_id, { ...actor, limits: null })
    if (rollout?.status !== 'running' || rollout.current_wave !== step.wave) return false
    await new Promise<void>((resolve) => void clock.after(retryMs, resolve))
  }
}

export interface StepOutcome {
  state: StepState
  message: string | null
  report: SiteReport | null
}

/** Runs one step: the planned items of one site. Null: the step did not start. */
export async function runStep(context: Context, step: PlannedStep): Promise<StepOutcome | null> {
  const { db, clock } = context
  if (!(await waitForBudget(context, step))) return null
  const end = (ended: { state: StepState; message: string | null }) =>
    db.transaction().execute((trx) => recordStepEnd(trx, step, ended, clock.now()))
  try {
    if (step.site_id === null) {
      const message = 'The site was deleted.'
      await end({ state: 'skipped', message })
      return { state: 'skipped', message, report: null }
    }
    const frozen = new Map(step.items.map((item) => [itemKey(item), item.to]))
    const types = [...new Set(step.items.map(({ type }) => type))]
    const slugs = step.items.map(({ slug }) => slug)
    const exact = step.items.flatMap(({ type, slug, to, exact }) =>
      exact && (type === 'plugin' || type === 'theme') ? [{ type, slug, to }] : [],
    )
    const result = await runSiteUpdates(context, step.site_id, {
      ...{ types, slugs, run: step.run, frozen, exact },
      ...{ isCanary: step.wave === 0, checks: step.checks },
    })
    const report = toSiteReport(result)
    const ended = stepOutcomeOf(report, result.verdict)
    await end(ended)
    return { ...ended, report }
  } catch (error) {
    // Nothing was done, unless an earlier attempt did.
    if (leaseSignal()?.reason instanceof WorkCancelledError && !context.resumed) await returnStep(db, step)
    throwIfLeaseLost()
    const failure = asServiceError(error)
    // The target is given back and runs again.
    if (findDatabaseFailure(error) !== null || (failure instanceof ServiceError && failure.code === 'svc_cancelled'))
      throw error
    const isUnknown =
      (failure instanceof ServiceError && failure.code === 'svc_outcome_unknown') || (await hasTriedItems(db, step.run))
    const message = failure instanceof ServiceError ? failure.message : 'Unexpected error; see the log of the service.'
    await end({ state: isUnknown ? 'unknown' : 'skipped', message })
    throw error
  }
}

/** The worst of the items decides. A site that fails its checks is broken; one that could not be checked is unknown. */
export function stepOutcomeOf(
  { updated, errors }: Pick<SiteReport, 'updated' | 'errors'>,
  verdict: Verdict | null,
): { state: StepState; message: string | null } {
  const find = (...results: string[]) => errors.find(({ result }) => result !== undefined && results.includes(result))
  const rolledBack = find('rolled_back')
  if (verdict === 'failed') {
    const broken = find('failed') ?? rolledBack
    return { state: 'broken', message: broken?.message ?? 'The site does not work after the updates.' }
  }
  if (verdict === 'unchecked') {
    const message =
      'The site could not be checked after the updates, so it is not known whether it works. Check the site.'
    return { state: 'unknown', message: rolledBack ? `${rolledBack.message} ${message}` : message }
  }
  if (rolledBack) return { state: 'rolled_back', message: rolledBack.message }
  const unknown = find('unknown', 'running')
  if (unknown) return { state: 'unknown', message: unknown.message }
  const failed = find('failed', 'download_failed', 'no_effect', 'interrupted')
  if (failed) return { state: 'failed', message: failed.message }
  if (updated.length > 0) return { state: 'updated', message: null }
  const [first] = errors.filter(
    ({ result }) => result === undefined || isNotTried(result) || result === 'skipped' || result === 'not_needed',
  )
  return { state: 'skipped', message: first?.message ?? 'The planned versions are no longer available on this site.' }
}
