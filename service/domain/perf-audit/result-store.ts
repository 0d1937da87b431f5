import { sql } from 'kysely'
import { monitoredSites } from '../sites/index.ts'
import type { resultStatuses } from './audit.ts'
import type { PerfAuditRow } from './audit-store.ts'

type Status = (typeof resultStatuses)[number]

/** A site with its latest audits. */
export interface ResultRow {
  id: number
  url: string
  name: string
  status: Status
  next_at: Date | null
  mobile: StoredAudit | null
  desktop: StoredAudit | null
  mobile_failure: string | null
  mobile_failed_at: Date | null
  desktop_failure: string | null
  desktop_failed_at: Date | null
}

/** As in JSON: the time is a text. */
export type StoredAudit = Omit<PerfAuditRow, 'audited_at'> & { audited_at: string }

const orders = {
  url: sql`url`,
  name: sql`lower(name)`,
  id: sql`id`,
  mobile: sql`mobile_score`,
  desktop: sql`desktop_score`,
  audited_at: sql`audited_at`,
}

/** Audits count only for the current address of the site. */
const source = () => sql`
  select sites.id, sites.url, sites.name, next_at,
    to_jsonb(mobile) as mobile, to_jsonb(desktop) as desktop,
    mobile.performance as mobile_score, desktop.performance as desktop_score,
    greatest(mobile.audited_at, desktop.audited_at) as audited_at,
    on_mobile.failure as mobile_failure, on_mobile.failed_at as mobile_failed_at,
    on_desktop.failure as desktop_failure, on_desktop.failed_at as desktop_failed_at,
    case
      when least(mobile.performance, desktop.performance) >= 90 then 'good'
      when least(mobile.performance, desktop.performance) >= 50 then 'needs-improvement'
      when least(mobile.performance, desktop.performance) is not null then 'poor'
      when coalesce(on_mobile.failure, on_desktop.failure) is not null then 'failed'
      else 'unaudited'
    end as status
  from sites
  left join site_schedules on site_schedules.site_id = sites.id and site_schedules.kind = 'audit'
  left join perf_results on_mobile
    on on_mobile.site_id = sites.id and on_mobile.strategy = 'mobile' and on_mobile.url = sites.url
  left join perf_audits mobile on mobile.id = on_mobile.audit_id and mobile.url = sites.url
  left join perf_results on_desktop
    on on_desktop.site_id = sites.id and on_desktop.strategy = 'desktop' and on_desktop.url = sites.url
  left join perf_audits desktop on desktop.id = on_desktop.audit_id and desktop.url = sites.url`

/** Lists omit the two long columns. */
const listed = sql`id, url, name, status, next_at, mobile_failure, mobile_failed_at, desktop_failure, desktop_failed_at,
  mobile - '{opportunities,findings}'::text[] as mobile, desktop - '{opportunities,findings}'::text[] as desktop`

export const { listPage: listResultPage, requireRow: requireResultRow } = monitoredSites<
  ResultRow,
  keyof typeof orders,
  []
>({
  source,
  listed,
  url: 'url',
  orders,
})
