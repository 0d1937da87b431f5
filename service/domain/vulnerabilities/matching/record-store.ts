import { type Generated, type Selectable, sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Severity, VulnerableKind } from '../entry.ts'

interface RecordTable {
  id: Generated<number>
  identity: string
  kind: VulnerableKind
  slug: string
  title: string
  severity: Severity
  score: number | null
  cve: string | null
  published_at: Date | null
  fixed_in: string | null
  urls: string[]
  is_withdrawn: boolean
  is_exploited: Generated<boolean>
  seen_at: Date
  matched_at: Date | null
  found_at: Date | null
  announced_at: Date | null
  notified_at: Date | null
  first_fixed_at: Date | null
  settled_at: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    vulnerability_records: RecordTable
  }
}

export type RecordRow = Selectable<RecordTable>

/** The plugin, theme or WordPress as feeds name it. */
export interface FeedItem {
  kind: string
  slug: string
}

/** The item with the CVE, which sources share, or with the id of one source. */
const identityOf = sql`entry.kind || ' ' || entry.slug || ' ' || coalesce(entry.cve, entry.source || ':' || entry.id)`

/** Sources in the order in which their title and link are preferred. */
const sourceRank = sql`array_position(array['wordfence', 'wpvulnerability', 'feed', 'file'], entry.source)`

const ofItems = (items: readonly FeedItem[]) => sql`(entry.kind, entry.slug) in (
  select * from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ slug }) => slug)}::text[]))`

/** Gives every entry of these items its record, and each record the values of its entries. */
export async function resolveRecords(trx: Db, items: readonly FeedItem[]): Promise<void> {
  if (items.length === 0) return
  // A record keeps its times when a CVE is assigned to it later.
  await sql`
    insert into vulnerability_records (identity, kind, slug, title, severity, seen_at, matched_at, found_at, announced_at, notified_at,
      first_fixed_at)
    select distinct on (identity) identity, kind, slug, title, severity, coalesce(seen_at, changed_at), matched_at, found_at,
      announced_at, notified_at, first_fixed_at
    from (
      select ${identityOf} as identity, entry.kind, entry.slug, entry.title, entry.severity, entry.source,
        pending.changed_at, former.identity as former_identity, former.seen_at, former.matched_at, former.found_at,
        former.announced_at, former.notified_at, former.first_fixed_at
      from vulnerabilities as entry
      join vulnerability_pending as pending on pending.kind = entry.kind and pending.slug = entry.slug
      left join vulnerability_records as former on former.id = entry.record_id
      where ${ofItems(items)}
    ) as entry
    where identity is distinct from former_identity
    order by identity, seen_at, ${sourceRank}
    on conflict (identity) do nothing`.execute(trx)
  const moved = await queryRows(
    trx,
    sql<{ former: number; record: number }>`
      with current as (
        select entry.source, entry.kind, entry.slug, entry.id, entry.record_id as former, record.id as record
        from vulnerabilities as entry join vulnerability_records as record on record.identity = ${identityOf}
        where ${ofItems(items)} and entry.record_id is distinct from record.id
      ), updated as (
        update vulnerabilities as entry set record_id = current.record from current
        where (entry.source, entry.kind, entry.slug, entry.id) = (current.source, current.kind, current.slug, current.id)
      )
      select distinct former, record from current where former is not null`,
  )
  if (moved.length > 0) await moveFindings(trx, moved)
  await refreshRecords(trx, items)
}

/** The findings of a record without entries belong to the record that its entries have now. */
async function moveFindings(trx: Db, moved: readonly { former: number; record: number }[]): Promise<void> {
  await sql`
    update vulnerability_findings as finding set record_id = moved.record
    from unnest(${moved.map(({ former }) => former)}::bigint[], ${moved.map(({ record }) => record)}::bigint[])
      as moved (former, record)
    where finding.record_id = moved.former
      and not exists (select from vulnerabilities as entry where entry.record_id = moved.former)
      and not exists (select from vulnerability_findings as other
        where other.record_id = moved.record and other.site_id = finding.site_id and other.kind = finding.kind
          and other.slug = finding.slug and other.fixed_at is null)`.execute(trx)
  await sql`
    delete from vulnerability_records as record where id = any (${moved.map(({ former }) => former)}::bigint[])
      and not exists (select from vulnerabilities as entry where entry.record_id = record.id)`.execute(trx)
}

/** The title and link of the preferred source, the highest severity of all; withdrawn entries count only if there are no others. */
async function refreshRecords(trx: Db, items: readonly FeedItem[]): Promise<void> {
  await sql`
    with ranked as (
      select entry.*, ${sourceRank} as source_rank,
        array_position(array['none', 'low', 'unknown', 'medium', 'high', 'critical'], entry.severity) as severity_rank,
        withdrawn_at is not null and bool_or(withdrawn_at is null) over (partition by record_id) as is_outdated
      from vulnerabilities as entry where ${ofItems(items)}
    ), best as (
      select distinct on (record_id) record_id, title, cve, withdrawn_at is not null as is_withdrawn
      from ranked where not is_outdated order by record_id, source_rank, id
    ), combined as (
      select record_id, (array_agg(severity order by severity_rank desc))[1] as severity, max(score) as score,
        bool_or(is_exploited) as is_exploited,
        min(coalesce(published_at, published_on::timestamp at time zone 'UTC')) as published_at,
        (array_agg(fixed_in order by source_rank) filter (where fixed_in is not null))[1] as fixed_in,
        (array_agg(url order by source_rank) filter (where url is not null)) as urls
      from ranked where not is_outdated group by record_id
    )
    update vulnerability_records as record set title = best.title, cve = best.cve, severity = combined.severity,
      score = combined.score, published_at = combined.published_at, fixed_in = combined.fixed_in,
      urls = coalesce(combined.urls, '{}'), is_withdrawn = best.is_withdrawn, is_exploited = combined.is_exploited
    from best join combined using (record_id) where record.id = best.record_id`.execute(trx)
}

/** Records of these items were compared with every site. */
export async function updateMatchedRecords(trx: Db, items: readonly FeedItem[], now: Date): Promise<void> {
  await sql`update vulnerability_records as entry set matched_at = ${now} where matched_at is null and ${ofItems(items)}`.execute(
    trx,
  )
}

/** New findings: the record is open again. They were announced in the same transaction. */
export async function updateFoundRecords(trx: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update vulnerability_records set found_at = coalesce(found_at, ${now}), matched_at = coalesce(matched_at, ${now}),
      announced_at = coalesce(announced_at, ${now}), settled_at = null
    where id in (select id from vulnerability_records where id = any (${ids}::bigint[])
        and (found_at is null or settled_at is not null) order by id for no key update)`.execute(trx)
}

export async function updateFixedRecords(trx: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update vulnerability_records set first_fixed_at = ${now}
    where id in (select id from vulnerability_records where id = any (${ids}::bigint[]) and first_fixed_at is null
      order by id for no key update skip locked)`.execute(trx)
}

/** Records without an open finding. Without ids: all of them, for the schedule. */
export async function settleRecords(trx: Db, ids: readonly number[] | null, now: Date): Promise<number> {
  const { rows } = await sql`
    update vulnerability_records as record set settled_at = ${now}
    where id in (select id from vulnerability_records
        where found_at is not null and settled_at is null and ${ids === null ? sql`true` : sql`id = any (${ids}::bigint[])`}
        order by id for no key update skip locked)
      and not exists (select from vulnerability_findings as finding
        where finding.record_id = record.id and finding.fixed_at is null and finding.acceptance_id is null)
    returning id`.execute(trx)
  return rows.length
}

/** When the first message about each record was sent to a channel. */
export async function updateNotifiedRecords(trx: Db): Promise<void> {
  await sql`
    update vulnerability_records as record set notified_at = notified.at
    from (
      select (item->>'record_id')::bigint as record_id, min(message.sent_at) as at
      from rule_matches as matched join channel_messages as message on message.id = matched.message_id
      cross join lateral jsonb_array_elements(matched.event->'data'->'items') as item
      where message.state = 'sent' and matched.event->>'type' = 'vulnerability.found'
        and matched.published_at >= (select min(announced_at) from vulnerability_records
          where announced_at is not null and notified_at is null)
      group by 1
    ) as notified
    where notified.record_id = record.id and record.notified_at is null and record.announced_at is not null`.execute(
    trx,
  )
}
