import type { Branding } from '../branding.ts'

/** How a report is to look, and how it writes days. */
export interface ReportStyle {
  branding: Branding
  /** The logo as it may stand in the page; null: the name of the company instead. */
  logo: string | null
  sayDay(at: Date | string | null | undefined): string
}
