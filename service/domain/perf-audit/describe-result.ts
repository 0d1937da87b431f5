import type { z } from 'zod'
import { isoTime } from '../../operation/shapes.ts'
import type { Audit, AuditDetail, SiteResult, SiteResultDetail } from './audit.ts'
import type { PerfAuditRow } from './audit-store.ts'
import type { ResultRow, StoredAudit } from './result-store.ts'

export function toAudit(row: PerfAuditRow | StoredAudit): Audit {
  return {
    audit_id: row.id,
    strategy: row.strategy,
    audited_at: isoTime(new Date(row.audited_at)),
    performance: row.performance,
    accessibility: row.accessibility,
    best_practices: row.best_practices,
    seo: row.seo,
    fcp_ms: row.fcp_ms,
    lcp_ms: row.lcp_ms,
    tbt_ms: row.tbt_ms,
    cls: row.cls,
    si_ms: row.si_ms,
    ttfb_ms: row.ttfb_ms,
    page_bytes: row.page_bytes,
    final_url: row.final_url,
  }
}

function toDetail(row: StoredAudit): z.input<typeof AuditDetail> {
  const opportunities = row.opportunities.map(({ id, title, saving, savingMs, savingBytes }) => ({
    id,
    title,
    saving,
    saving_ms: savingMs,
    saving_bytes: savingBytes,
  }))
  const { findings, lighthouse_version } = row
  return { ...toAudit(row), opportunities, findings, lighthouse_version }
}

export function toResult(row: ResultRow): SiteResult {
  return { ...siteFields(row), mobile: row.mobile && toAudit(row.mobile), desktop: row.desktop && toAudit(row.desktop) }
}

export function toResultDetail(row: ResultRow): z.input<typeof SiteResultDetail> {
  return {
    ...siteFields(row),
    mobile: row.mobile && toDetail(row.mobile),
    desktop: row.desktop && toDetail(row.desktop),
  }
}

function siteFields(row: ResultRow) {
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    status: row.status,
    mobile_failure: failureOf(row.mobile_failure, row.mobile_failed_at),
    desktop_failure: failureOf(row.desktop_failure, row.desktop_failed_at),
    next_audit_at: isoTime(row.next_at),
  }
}

function failureOf(reason: string | null, at: Date | null) {
  return reason === null || at === null ? null : { reason, failed_at: isoTime(at) }
}
