import type { Context } from '../../operation/context.ts'
import type { Strategy } from './audit.ts'
import { keepAudit } from './audit-store.ts'
import { auditFailed } from './perf-audit-errors.ts'

/** Lets Lighthouse look at the front page of a site, once for each strategy, and keeps what it says. */
export async function runAudits(
  { db, browser, clock }: Pick<Context, 'db' | 'browser' | 'clock'>,
  site: { id: number; url: string },
  strategies: readonly Strategy[],
) {
  const audited: { strategy: Strategy; performance: number | null; failure: string | null }[] = []
  for (const strategy of strategies) {
    const audit = await browser.audit(site.url, strategy)
    await keepAudit(db, { site, strategy, audit, now: clock.now() })
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
