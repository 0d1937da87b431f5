import type { Context } from '../../operation/context.ts'
import type { Strategy } from './audit.ts'
import { storeAudit } from './audit-store.ts'
import { auditFailed } from './perf-audit-errors.ts'

/** Audits the front page of a site with Lighthouse, once per strategy, and stores the results. */
export async function runAudits(
  { db, browser, clock }: Pick<Context, 'db' | 'browser' | 'clock'>,
  site: { id: number; url: string },
  strategies: readonly Strategy[],
) {
  const audited: { strategy: Strategy; performance: number | null; failure: string | null }[] = []
  for (const strategy of strategies) {
    const audit = await browser.audit(site.url, strategy)
    await storeAudit(db, { site, strategy, audit, now: clock.now() })
    audited.push({
      strategy,
      performance: audit.ok ? audit.report.scores.performance : null,
      failure: audit.ok ? null : audit.reason,
    })
  }
  const reasons = audited.flatMap(({ failure }) => failure ?? [])
  if (reasons.length === audited.length) throw auditFailed(site.url, reasons)
  return audited
}
