import type { Generated } from 'kysely'
import type { PageReport } from '../../platform/browser/lighthouse/page-report.ts'
import type { Strategy } from './audit.ts'

export interface PerfAuditTable {
  id: Generated<number>
  site_id: number
  url: string
  strategy: Strategy
  performance: number | null
  accessibility: number | null
  best_practices: number | null
  seo: number | null
  fcp_ms: number | null
  lcp_ms: number | null
  tbt_ms: number | null
  cls: number | null
  si_ms: number | null
  ttfb_ms: number | null
  page_bytes: number | null
  final_url: string
  opportunities: PageReport['opportunities']
  findings: PageReport['findings']
  lighthouse_version: string
  audited_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    perf_audits: PerfAuditTable
    perf_results: {
      site_id: number
      strategy: Strategy
      audit_id: number | null
      url: string
      failure: string | null
      failed_at: Date | null
      /** A small JPEG of the page in the last successful audit. */
      picture: Buffer | null
      picture_at: Date | null
    }
  }
}
