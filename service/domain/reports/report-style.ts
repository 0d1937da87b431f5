import type { Context } from '../../operation/context.ts'
import { formatTime } from '../../platform/format-time.ts'
import type { Branding } from './branding.ts'
import { findBranding } from './branding-store.ts'
import { inlineLogo } from './logo.ts'

export interface ReportStyle {
  branding: Branding
  /** The address of the logo in the page; null: the name of the company is shown. */
  logo: string | null
  formatDay(at: Date | string | null | undefined): string
}

/** A printed page loads nothing, so its logo is fetched before. */
export async function findReportStyle(
  { db, settings, outbound }: Pick<Context, 'db' | 'settings' | 'outbound'>,
  { printed }: { printed: boolean },
): Promise<ReportStyle> {
  const branding = await findBranding(db)
  const { date_format } = settings.get('general')
  return {
    branding,
    logo: printed ? await inlineLogo(branding.logo, outbound) : branding.logo || null,
    // Periods are days in UTC; in another time zone they would shift.
    formatDay(at) {
      const date = typeof at === 'string' ? new Date(at.length === 10 ? `${at}T00:00:00Z` : at) : at
      return !date || Number.isNaN(date.getTime()) ? '–' : formatTime(date_format, date, 'UTC')
    },
  }
}
