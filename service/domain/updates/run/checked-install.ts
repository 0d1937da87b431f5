import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { ServiceError } from '../../../operation/errors.ts'
import type { How } from '../../../platform/connector/child-site.ts'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { present } from '../../../platform/present.ts'
import { throwIfInterrupted } from '../../../platform/work/interrupted.ts'
import { requireSite, type SiteRow, withChild } from '../../sites/index.ts'
import { readSitePolicies, type SitePolicies } from '../../update-policies/index.ts'
import { releaseStep } from '../release-step.ts'
import { abandonStep, beginStep, finishStep } from './checked-step.ts'
import { putBackOther } from './exact-updates.ts'
import { describeBlock } from './gates/compare-pages.ts'
import { type StepEvidence, toStepEvidence } from './gates/step-evidence.ts'
import { findCheck } from './gates/update-check-store.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { rescueSite } from './rescue-site.ts'
import { recordSentItems, recordStart, type UpdateRun } from './update-history-store.ts'
import { checksFailed, isNotTried, outcomesOfRefusal, type RunItem, type UpdateOutcome } from './update-outcome.ts'
import { checkWatches } from './watch/check-watches.ts'

const patienceMs = 20_000

export interface InstalledItem {
  item: RunItem
  /** It was not on the site: there is no old version to return to, and no guard. */
  isNew: boolean
  /** Sends the installation and reads back what the site has. */
  install(how: How): Promise<UpdateOutcome>
}

interface CheckedInstall {
  outcome: UpdateOutcome
  evidence: z.input<typeof StepEvidence> | null
}

/**
 * Installs a plugin or theme that is not an available update, such as an uploaded zip file, with the policies, checks, guard and
 * rollback of an update. The caller holds an update slot and the lock of the site.
 */
export async function installChecked(
  context: Context,
  site: SiteRow,
  { item, isNew, install }: InstalledItem,
): Promise<CheckedInstall> {
  const { db, clock, actor } = context
  await checkWatches(context, site.id, { isReplaced: true })
  const policies = await readSitePolicies(context, [site.id])
  const refusal = refusalOf(policies, site.id, item, clock.now())
  if (refusal) return { outcome: refusal, evidence: null }
  const policy = present(policies.of(site.id, null), 'the policy of the site')
  const run: UpdateRun = { id: randomUUID(), site, actor, automatic: false }
  const patience = { leftMs: patienceMs }
  const gatePatience = { leftMs: patienceMs }
  const about = { site, run, policies, policy, patience, gatePatience, isCanary: true }
  const step = await beginStep(context, { ...about, items: [item] })
  const evidence = async () => {
    const check = await findCheck(db, run.id)
    return check ? toStepEvidence(check) : null
  }
  const [unguarded] = step.unguarded
  if (unguarded && !isNew) {
    await abandonStep(context, run.id, step)
    return { outcome: unguarded, evidence: await evidence() }
  }
  // What was not there before has no line in the history of updates.
  const ids = { run: run.id, siteId: site.id, user: actor.name }
  if (!isNew) await recordStart(db, run, [item], clock.now())
  const onSilence: How['onSilence'] = (answer) => rescueSite(context, { site, policy, ...step }, [item], answer)
  const sent = await putBackOther(
    await install({ patience, onSilence }).catch((error) => refused(item, error)),
    step.guards,
  )
  if (!isNew) await recordSentItems(db, run.id, [sent])
  if (isNotTried(sent.result)) {
    await recordOutcomes(context, ids, [sent])
    await abandonStep(context, run.id, step)
    return { outcome: sent, evidence: await evidence() }
  }
  const { outcomes, results } = await finishStep(context, about, step, [sent])
  const outcome = outcomes[0] ?? sent
  if (!isNew || outcome.code !== checksFailed) return { outcome, evidence: await evidence() }
  const ended = await deactivate(context, site.id, outcome, describeBlock(results))
  // Whether the site works without it.
  if (ended.result === 'rolled_back') await finishStep(context, about, step, [ended])
  return { outcome: ended, evidence: await evidence() }
}

/** A held release, a policy and a freeze stop an installation as they stop an update. */
function refusalOf(policies: SitePolicies, site_id: number, item: RunItem, now: Date): UpdateOutcome | null {
  const { type, slug, name, from, to } = item
  const unknown = { ignored: false, has_package: true, requires_wordpress: null, requires_php: null }
  const fits = { fits_wordpress: null, fits_php: null, first_seen_at: new Date(0) }
  const step = releaseStep(type, from, to)
  const why = policies.explain({ ...unknown, ...fits, site_id, type, slug, name, new_version: to, step }, now)
  if (!why || !['held_release', 'never', 'frozen'].includes(why.code)) return null
  const code = why.code === 'held_release' ? 'svc_release_held' : 'svc_update_not_allowed'
  return { ...item, to: from, result: 'skipped', code, message: why.message }
}

function refused(item: RunItem, error: unknown): UpdateOutcome {
  throwIfInterrupted(error)
  if (!(error instanceof ConnectorError || error instanceof ServiceError)) throw error
  return present(outcomesOfRefusal([item], error)[0], 'the outcome of the refusal')
}

/** A new plugin has no version to return to: it is switched off, so that the site works again. */
async function deactivate(context: Context, siteId: number, outcome: UpdateOutcome, reason: string) {
  const { slug, name, to, type } = outcome
  try {
    if (type !== 'plugin') throw new Error('A theme is switched off by activating another one.')
    const site = await requireSite(context, siteId)
    const { items, snapshot } = await withChild(context, site, (child) =>
      context.connector.deactivatePlugins(child, [slug]),
    )
    if (snapshot) await context.ingest(siteId, snapshot)
    const problem = items.find((item) => item.outcome !== 'done')
    if (problem) throw new Error(problem.message ?? 'the site did not deactivate it')
    const message = `${name} ${to} was installed and deactivated again. ${reason}`
    return { ...outcome, result: 'rolled_back' as const, code: 'svc_update_rolled_back', message }
  } catch (error) {
    throwIfInterrupted(error)
    const message = `${name} ${to} broke the site and could not be deactivated: ${messageOf(error)} ${reason}`
    return { ...outcome, message }
  }
}
