import { sql } from 'kysely'
import { type Database, queryRows } from '../platform/database/database.ts'
import { seedSites } from './seed-sites.ts'

/** Few enough for the shortest lists. Clients 1 to 3 and tags 1 to 5 have marks, too. */
export const markedSites = [1, 2, 3, 4, 5]
export const clientOfSite = (site: number) => (site % 3) + 1
export const tagsOfSite = (site: number) => [(site % 4) + 1, ...(site <= 2 ? [5] : [])]

/** In the name, the address and every text of the rows of a site. */
const mark = sql`'site-' || n || '-mark'`
const url = sql`'http://127.0.0.1:1/site-' || n || '-mark/'`

/** What is added to the ids of a kind. High numbers occur nowhere else, so that an id is found in any answer. */
export type MarkedOffsets = Record<'sites' | 'clients' | 'tags' | 'costs' | 'time_tasks', number>
const noOffsets: MarkedOffsets = { sites: 0, clients: 0, tags: 0, costs: 0, time_tasks: 0 }

/**
 * A fleet with rows in every table that lists read. Each row of a site contains the mark of that site, so that a row of a
 * site that a caller must not see is found in any answer. `now` is the time of the service.
 */
export async function seedMarkedFleet(db: Database, now: Date, offsets = noOffsets): Promise<void> {
  const at = sql`${now}::timestamptz`
  for (const [table, offset] of Object.entries(offsets))
    if (offset > 0) await queryRows(db, sql`select setval(pg_get_serial_sequence(${table}, 'id')::regclass, ${offset})`)
  const plus = (offset: number) => sql.raw(`n + ${offset}`)
  const [site, cost, task] = [plus(offsets.sites), plus(offsets.costs), plus(offsets.time_tasks)]
  const perSite = sql.raw(`generate_series(1, ${markedSites.length}) as n`)
  await queryRows(
    db,
    sql`insert into clients (name, email, created_at, updated_at)
      select 'client-' || n || '-mark', 'client' || n || '@example.com', ${at}, ${at} from generate_series(1, 3) as n`,
  )
  await queryRows(
    db,
    sql`insert into tags (name, created_at, updated_at) select 'tag-' || n || '-mark', ${at}, ${at} from generate_series(1, 5) as n`,
  )
  await seedSites(db, markedSites.length, (n) => ({
    name: `site-${n}-mark`,
    url: `http://127.0.0.1:1/site-${n}-mark/`,
    identity: `127.0.0.1:1/site-${n}-mark`,
    client_id: clientOfSite(n) + offsets.clients,
    wp_version: '6.8',
    php_version: '8.3',
    last_sync: now,
    last_sync_attempt: now,
    ...(n % 4 === 0 && { sync_error_code: 'svc_child_error', sync_error: `failed at site-${n}-mark` }),
  }))
  const pairs = markedSites.flatMap((site) =>
    tagsOfSite(site).map((tag) => [site + offsets.sites, tag + offsets.tags] as const),
  )
  const rows = [
    sql`insert into site_tags (site_id, tag_id) select * from unnest(${pairs.map(([site]) => site)}::bigint[],
      ${pairs.map(([, tag]) => tag)}::bigint[])`,
    sql`insert into site_updates (site_id, first_seen_at, type, slug, name, current_version, new_version, step)
      select ${site}, ${at}, 'plugin', 'common/common.php', 'Common', '1.0', '2.0', 'major' from ${perSite}
      union all select ${site}, ${at}, 'theme', ${mark}, ${mark}, '1.0', '1.1', 'minor' from ${perSite}`,
    sql`insert into events (position, type, severity, site_id, site_name, site_url, client_id, subject, happened_at,
        published_at, data)
      select nextval('event_positions'), 'sync.failed', 'warning', ${site}, ${mark}, ${url},
        (select client_id from sites where id = ${site}), 'site:' || (${site}), ${at}, ${at},
        jsonb_build_object('code', 'svc_site_offline', 'message', ${mark}) from ${perSite}`,
    sql`insert into site_software (site_id, kind, slug, name, version, active, last_updated)
      select ${site}, 'plugin', 'common/common.php', 'Common', '1.0', true, '2020-01-01'::date from ${perSite}
      union all select ${site}, 'theme', ${mark}, ${mark}, '1.0', true, '2020-01-01' from ${perSite}`,
    sql`insert into software_items (kind, slug, name) select kind, slug, min(name) from site_software group by kind, slug
      on conflict do nothing`,
    sql`insert into ignored_updates (site_id, ignored_at, type, slug, name, ignored_by)
      select ${site}, ${at}, 'plugin', ${mark}, ${mark}, 'ada' from ${perSite}`,
    sql`insert into monitors (site_id) select ${site} from ${perSite} on conflict do nothing`,
    sql`insert into monitor_incidents (site_id, started_at, ended_at, cause_code, cause, down_count)
      select ${site}, ${at} - interval '1 hour', case when n % 2 = 0 then ${at} end, 'timeout', ${mark}, 3 from ${perSite}`,
    sql`insert into incident_handling (incident_id, acknowledged_at, acknowledged_by, report_text, changed_at)
      select id, ${at}, 'ada', cause, ${at} from monitor_incidents`,
    sql`insert into incident_entries (incident_id, at, kind, user_name, text)
      select id, ${at}, 'note', 'ada', cause from monitor_incidents`,
    sql`insert into maintenance_windows (title, site_id, starts_at, ends_at, planned_until, created_by, created_at, updated_at)
      select ${mark}, ${site}, ${at} - interval '1 hour', ${at} + interval '1 hour', ${at}, 'ada', ${at}, ${at} from ${perSite}`,
    // Of the clients and tags, after those of the sites.
    ...(['client', 'tag'] as const).map(
      (
        noun,
      ) => sql`insert into maintenance_windows (title, ${sql.ref(`${noun}_id`)}, starts_at, ends_at, planned_until, created_by, created_at, updated_at)
        select name, id, ${at}, ${at} + interval '1 hour', ${at}, 'ada', ${at}, ${at} from ${sql.table(`${noun}s`)} order by id`,
    ),
    sql`insert into maintenance_periods (window_id, title, note, site_id, tag_id, client_id, starts_at, ends_at)
      select id, title, note, site_id, tag_id, client_id, starts_at, ends_at from maintenance_windows`,
    sql`insert into ssl_checks (site_id, url, outcome, common_name, problems, valid_from, valid_to, checked_at, seen_at)
      select ${site}, ${url}, 'seen', ${mark}, '{}', ${at} - interval '80 days', ${at} + interval '5 days', ${at}, ${at}
      from ${perSite}
      on conflict (site_id) do update set url = excluded.url, outcome = excluded.outcome, common_name = excluded.common_name,
        valid_to = excluded.valid_to, checked_at = excluded.checked_at, seen_at = excluded.seen_at`,
    sql`insert into domains (name, next_at, outcome, registrar, expires_at, checked_at, seen_at)
      select ${mark} || '.example', ${at}, 'found', ${mark}, ${at} + interval '5 days', ${at}, ${at} from ${perSite}`,
    sql`insert into site_domains (site_id, url, domain) select ${site}, ${url}, ${mark} || '.example' from ${perSite}
      on conflict (site_id) do update set url = excluded.url, domain = excluded.domain`,
    sql`insert into perf_audits (site_id, url, strategy, final_url, opportunities, findings, lighthouse_version, audited_at,
        performance)
      select ${site}, ${url}, 'mobile', ${url}, '[]', '[]', '12', ${at}, 50 from ${perSite}`,
    sql`insert into perf_results (site_id, strategy, url, audit_id) select site_id, strategy, url, id from perf_audits`,
    sql`insert into site_changes (site_id, at, source, key, type, action, item, description, user_name)
      select ${site}, ${at}, 'site', ${mark}, 'plugin', 'activated', ${mark}, ${mark}, ${mark} from ${perSite}`,
    sql`insert into update_history (site_id, begun_at, ended_at, run, type, slug, name, from_version, to_version, user_name,
        site_url, site_name, result)
      select ${site}, ${at}, ${at}, gen_random_uuid(), 'plugin', ${mark}, ${mark}, '1', '2', 'ada', ${url}, ${mark}, 'updated'
      from ${perSite}`,
    sql`insert into costs (name, price, payment_type, renewal_type, last_renewal, created_at, updated_at)
      select 'Cost of ' || ${mark}, 1, 'subscription', 'monthly', ${at}::date, ${at}, ${at} from ${perSite}`,
    sql`insert into cost_targets (cost_id, site_id) select ${cost}, ${site} from ${perSite}`,
    sql`insert into time_tasks (title, client_id, timer_mode, date, created_by, created_at, updated_at)
      select 'Task of ' || ${mark}, (n % 3) + 1 + ${sql.raw(String(offsets.clients))}, 'count_up', ${at}::date, 'ada', ${at}, ${at} from ${perSite}`,
    sql`insert into time_task_sites (task_id, site_id) select ${task}, ${site} from ${perSite}`,
    sql`insert into time_entries (task_id, kind, user_name, started_at, ended_at, milliseconds)
      select ${task}, 'timer', 'ada', ${at} - interval '1 hour', ${at}, 3600000 from ${perSite}`,
    sql`insert into report_schedules (client_id, active, day_of_month, recipients, next_on, updated_at)
      select ${plus(offsets.clients)}, true, 1, '{}', ${at}::date, ${at} from generate_series(1, 3) as n`,
    sql`insert into site_security (site_id, checks) select ${site}, '{"wp_uptodate": "issue"}' from ${perSite}
      on conflict (site_id) do update set checks = excluded.checks`,
    sql`insert into update_policies (scope, site_id, rules, updated_at, updated_by)
      select 'site', ${site}, jsonb_build_object('key_text', ${mark}), ${at}, 'ada' from ${perSite}`,
    sql`insert into update_policies (scope, tag_id, rules, updated_at, updated_by)
      select 'tag', ${plus(offsets.tags)}, '{}', ${at}, 'ada' from generate_series(1, 5) as n`,
    sql`insert into update_policies (scope, client_id, rules, updated_at, updated_by)
      select 'client', ${plus(offsets.clients)}, '{}', ${at}, 'ada' from generate_series(1, 3) as n`,
    sql`insert into vulnerability_records (identity, kind, slug, title, severity, cve, seen_at, found_at)
      select 'theme ' || ${mark}, 'theme', ${mark}, 'Weakness of ' || ${mark}, 'high', 'CVE-2026-1000' || n, ${at}, ${at} from ${perSite}`,
    sql`insert into vulnerability_records (identity, kind, slug, title, severity, seen_at, found_at)
      values ('plugin common', 'plugin', 'common', 'Weakness of common', 'critical', ${at}, ${at})`,
    sql`insert into vulnerability_acceptances (record_id, reason, accepted_by, accepted_at)
      select id, 'Because of ' || slug, 'ada', ${at} from vulnerability_records where kind = 'theme' and id % 2 = 0`,
    sql`insert into vulnerability_findings (record_id, site_id, is_active, kind, slug, name, version, fixed_in, sources,
        first_seen_at, acceptance_id)
      select record.id, ${site}, true, 'theme', ${mark}, ${mark}, '1.0', '1.1', '{file}'::text[], ${at},
        (select acceptance.id from vulnerability_acceptances as acceptance where acceptance.record_id = record.id)
      from ${perSite} join vulnerability_records as record on record.slug = ${mark}
      union all select record.id, ${site}, true, 'plugin', 'common/common.php', 'Common', '1.0', '2.0', '{file}'::text[], ${at}, null
      from ${perSite} join vulnerability_records as record on record.slug = 'common'`,
    sql`insert into directory_items (kind, slug, state, closed_on, checked_at)
      select 'theme', ${mark}, 'closed', ${at}::date, ${at} from ${perSite}`,
    sql`insert into site_backups (site_id, at, noted_at) select ${site}, ${at}, ${at} from ${perSite}`,
  ]
  for (const row of rows) await queryRows(db, row)
}
