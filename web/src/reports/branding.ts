import type { DataOf } from '../../../contract/client.ts'

export type ReportSettings = DataOf<'get-report-settings'>

/** The settings edited by this form; those for vulnerabilities have their own page. */
export type Branding = Omit<ReportSettings, 'vulnerability_sources' | 'vulnerability_feed_url'>
