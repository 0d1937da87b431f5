import type { Context } from '../../../../operation/context.ts'
import { present } from '../../../../platform/present.ts'
import { restoreDueGuards } from '../../../guard/index.ts'
import { requireSite, type SiteRow } from '../../../sites/index.ts'
import { readSitePolicies } from '../../../update-policies/index.ts'
import { readBack } from '../checked-step.ts'
import { examineSite } from '../examine-site.ts'
import { findCheck, recordCheck } from '../gates/update-check-store.ts'
import { readRunEvidence, recordLateOutcome } from '../late-outcome.ts'
import { StepGuards } from '../step-guard.ts'
import type { WatchCheck } from './check-watches.ts'

const patienceMs = 20_000

/**
 * Puts old versions back that could not be put back when a check failed, and records at once what came of it. The caller holds the
 * lock of the site.
 */
export async function retryRestores(context: Context, siteId: number): Promise<WatchCheck[]> {
  const site = await requireSite(context, siteId)
  const checked: WatchCheck[] = []
  for (const run of await restoreDueGuards(context, site)) checked.push(await recordRestore(context, site, run))
  return checked
}

async function recordRestore(context: Context, site: SiteRow, run: string): Promise<WatchCheck> {
  const { db, clock } = context
  const policy = present((await readSitePolicies(context, [site.id])).of(site.id, null), 'the policy of the site')
  const how = { patience: { leftMs: patienceMs } }
  const guards = new StepGuards(context, site, how)
  await guards.resume(run)
  const about = { site, run: { id: run }, policy, ...how, gatePatience: { leftMs: patienceMs }, isLate: true }
  const { evidence, gates, health } = await examineSite(
    context,
    about,
    { before: (await findCheck(db, run))?.before ?? [], browser: null, guards },
    (await readRunEvidence(db, run)).map(({ sent }) => sent),
  )
  const { verdict, reason } = evidence
  await readBack(context, site.id, how)
  if (verdict === 'passed') await guards.disarm()
  await recordLateOutcome(context, { run, siteId: site.id, evidence, health })
  await recordCheck(db, run, { verdict, after: gates.after, gates: gates.results, guard: guards.records }, clock.now())
  return { run, result: 'failed', message: reason || null }
}
