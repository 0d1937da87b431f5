import type { Context } from '../../operation/context.ts'
import type { Language } from '../../operation/language.ts'
import { formatTime } from '../../platform/format-time.ts'
import type { Branding } from './branding.ts'
import { findBrandingFor } from './find-client-branding.ts'
import { inlineLogo } from './logo.ts'

export interface ReportStyle {
  /** With the own values of the client that the report is about. */
  branding: Branding
  language: Language
  /** The address of the logo in the page; null: the name of the company is shown. */
  logo: string | null
  /** The time zone of all days and times. */
  zone: string
  formatDay(at: Date | string | null | undefined): string
  /** The day and the time of day. */
  formatMoment(at: Date | string): string
}

/** A printed page loads nothing, so its logo is fetched before. */
export async function findReportStyle(
  { db, settings, outbound }: Pick<Context, 'db' | 'settings' | 'outbound'>,
  { printed, clientId = null }: { printed: boolean; clientId?: number | null },
): Promise<ReportStyle> {
  const { branding, language } = await findBrandingFor(db, clientId)
  const { date_format, timezone_string: zone } = settings.get('general')
  // A day has no time zone; a moment is shown in the configured one.
  const formatDay: ReportStyle['formatDay'] = (at) => {
    const isDayText = typeof at === 'string' && at.length === 10
    const date = typeof at === 'string' ? new Date(at) : at
    return !date || Number.isNaN(date.getTime()) ? '–' : formatTime(date_format, date, isDayText ? 'UTC' : zone)
  }
  return {
    branding,
    language,
    logo: printed ? await inlineLogo(branding.logo, outbound) : branding.logo || null,
    zone,
    formatDay,
    formatMoment: (at) => `${formatDay(at)}, ${formatTime('H:i', new Date(at), zone)}`,
  }
}
