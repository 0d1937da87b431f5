import type { Context } from '../../../operation/context.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { present } from '../../../platform/present.ts'
import { requireSite } from '../../sites/index.ts'
import { readSitePolicies } from '../../update-policies/index.ts'
import { readEvidence } from './examine-site.ts'
import { describeBlock } from './gates/compare-pages.ts'
import { runGates, verdictOf } from './gates/run-gates.ts'
import { findCheck } from './gates/update-check-store.ts'
import { compareHomepages, findHomepage, toHomepageCheck } from './homepage-health.ts'
import { readRunEvidence, recordLateOutcome } from './late-outcome.ts'
import { deleteFailedCheck, type FailedSiteCheck, takeFailedChecks } from './site-verdict-store.ts'
import { StepGuards } from './step-guard.ts'

const sitesPerRun = 100
const sitesAtOnce = 10
const patienceMs = 5_000

/** Repeats the checks of sites that failed them, so that their condition follows what a person did on the site. */
export async function repeatFailedChecks(context: Context): Promise<{ checked: number; passed: number }> {
  const due = await takeFailedChecks(context.db, context.clock.now(), sitesPerRun)
  let passed = 0
  for (let start = 0; start < due.length; start += sitesAtOnce) {
    const verdicts = await Promise.all(
      due.slice(start, start + sitesAtOnce).map((failed) =>
        recheckSite(context, failed).catch((error: unknown) => {
          // It is due again later.
          context.log.warn({ site: failed.site_id, reason: messageOf(error) }, 'a site was not checked again')
          return null
        }),
      ),
    )
    passed += verdicts.filter((verdict) => verdict === 'passed').length
  }
  return { checked: due.length, passed }
}

async function recheckSite(context: Context, { site_id, run, state }: FailedSiteCheck) {
  const { db } = context
  const site = await requireSite(context, site_id)
  const policy = present((await readSitePolicies(context, [site_id])).of(site_id, null), 'the policy of the site')
  const before = (await findCheck(db, run))?.before ?? []
  const gates = await runGates(context, site, policy, before, { patience: { leftMs: patienceMs } })
  const verdict = verdictOf(gates)
  // Checks were switched off since, or their pages were deleted: nothing is known any more.
  if (verdict === 'off') await deleteFailedCheck(db, site_id)
  const isNew = verdict === 'passed' || (verdict === 'failed' && state === 'unchecked')
  if (!isNew) return verdict
  const homepage = compareHomepages(toHomepageCheck(before), findHomepage(gates.after))
  const health = verdict === 'failed' && homepage === 'ok' ? 'degraded' : homepage
  // The guard may have put the old version back since then.
  const guards = new StepGuards(context, site, { patience: { leftMs: patienceMs } })
  await guards.resume(run)
  const sent = (await readRunEvidence(db, run)).map((item) => item.sent)
  const items = await readEvidence(db, run, sent, { notes: await guards.readNotes(), guards })
  const evidence = { verdict, reason: describeBlock(gates.results), items }
  await recordLateOutcome(context, { run, siteId: site_id, evidence, health })
  return verdict
}
