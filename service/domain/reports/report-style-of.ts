import type { Context } from '../../operation/context.ts'
import { formatTime } from '../../platform/format-time.ts'
import { findBranding } from './branding-store.ts'
import { inlineLogo } from './logo.ts'
import type { ReportStyle } from './page/report-style.ts'

/** How reports look here. A page to be printed loads nothing, so its logo is fetched beforehand. */
export async function reportStyleOf(
  { db, settings, outbound }: Pick<Context, 'db' | 'settings' | 'outbound'>,
  { printed }: { printed: boolean },
): Promise<ReportStyle> {
  const branding = await findBranding(db)
  const { date_format } = settings.get('general')
  return {
    branding,
    logo: printed ? await inlineLogo(branding.logo, outbound) : branding.logo || null,
    // Periods are days of UTC; written in another zone they would shift.
    sayDay(at) {
      const date = typeof at === 'string' ? new Date(at.length === 10 ? `${at}T00:00:00Z` : at) : at
      return !date || Number.isNaN(date.getTime()) ? '–' : formatTime(date_format, date, 'UTC')
    },
  }
}
