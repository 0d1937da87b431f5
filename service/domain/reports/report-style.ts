import type { Context } from '../../operation/context.ts'
import type { Language } from '../../operation/language.ts'
import { formatTime } from '../../platform/format-time.ts'
import type { Branding } from './branding.ts'
import { findBrandingFor } from './find-client-branding.ts'
import { inlineLogo } from './logo.ts'
import { findOwnSentences } from './own-sentence-store.ts'
import { withOwnSentences } from './own-sentences.ts'
import { type ReportTexts, reportTextsIn } from './page/report-texts.ts'

export interface ReportStyle {
  /** With the own values of the client that the report is about. */
  branding: Branding
  language: Language
  /** The sentences in that language. */
  texts: ReportTexts
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
  { printed, clientId = null, reader }: { printed: boolean; clientId?: number | null; reader?: Language },
): Promise<ReportStyle> {
  const { branding, language: ofClient } = await findBrandingFor(db, clientId)
  // A page for a user of Flotilla has that user's language.
  const language = reader ?? ofClient
  const { date_format, timezone_string: zone } = settings.get('general')
  const texts = withOwnSentences(reportTextsIn(language), await findOwnSentences(db, language))
  // A day has no time zone; a moment is shown in the configured one.
  const formatDay: ReportStyle['formatDay'] = (at) => {
    const isDayText = typeof at === 'string' && at.length === 10
    const date = typeof at === 'string' ? new Date(at) : at
    if (!date || Number.isNaN(date.getTime())) return '–'
    return texts.day(date, isDayText ? 'UTC' : zone, date_format)
  }
  return {
    branding,
    language,
    texts,
    logo: printed ? await inlineLogo(branding.logo, outbound) : branding.logo || null,
    zone,
    formatDay,
    formatMoment: (at) => `${formatDay(at)}, ${formatTime('H:i', new Date(at), zone)}`,
  }
}
