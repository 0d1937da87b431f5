import { sql } from 'kysely'
import { type Database, queryRows } from '../../../platform/database/database.ts'
import { type MarkedOffsets, seedMarkedFleet } from '../../../testing/seed-marked-fleet.ts'

const offsets: MarkedOffsets = { sites: 76_540_000, clients: 87_650_000, tags: 0, costs: 0, time_tasks: 0 }

/** The client with the sites 1 and 4 of the marked fleet. The sites 2, 3 and 5 belong to others. */
export const erasedClient = offsets.clients + 2
export const erasedSites = [offsets.sites + 1, offsets.sites + 4]
export const otherSites = [2, 3, 5].map((number) => offsets.sites + number)

/** What names the client: names, addresses, e-mail address and ids. High ids occur in no other number. */
export const tracesOfClient = [
  ...['client-2-mark', 'client2@example.com', 'site-1-mark', 'site-4-mark'],
  ...[erasedClient, ...erasedSites].map(String),
]
export const tracesOfOthers = ['client-1-mark', 'client-3-mark', 'site-2-mark', 'site-3-mark', 'site-5-mark']

/** A marked fleet with rows in the histories, logs and shared settings, too. */
export async function seedClientData(db: Database, now: Date): Promise<void> {
  await seedMarkedFleet(db, now, offsets)
  const at = sql`${now}::timestamptz`
  const every = sql`sites.id, sites.name, sites.url, sites.client_id`
  const perSite = sql`(select ${every} from sites) as site`
  const event = sql`jsonb_build_object('type', 'sync.failed', 'site_id', site.id, 'site_name', site.name, 'site_url', site.url)`
  const skipped = sql`jsonb_build_object('site_id', site.id, 'site_url', site.url, 'site_name', site.name)`
  const rows = [
    sql`insert into client_contacts (client_id, position, name, email) select id, 0, 'Contact of ' || name, email from clients`,
    sql`insert into client_fields (name, created_at) values ('VAT', ${at})`,
    sql`insert into client_field_values (client_id, field_id, value) select id, 1, 'Number of ' || name from clients`,
    sql`insert into cost_targets (cost_id, client_id) select 2, ${erasedClient}::bigint`,
    sql`update costs set name = 'Cost of two clients' where id = 2`,
    sql`insert into time_buckets (title, seconds, hourly_price, recurrence, starts_on, created_at, updated_at)
      values ('Retainer of client-2-mark', 3600, 1, 'monthly', ${at}::date, ${at}, ${at})`,
    sql`insert into time_bucket_clients (bucket_id, client_id) values (1, ${erasedClient})`,
    sql`insert into jobs (kind, operation, actor, total, succeeded, status, created_at, completed_at, skipped)
      select 'sync', 'sync-site', jsonb_build_object('name', 'ada', 'limits', jsonb_build_object('sites', jsonb_agg(site.id),
        'clients', jsonb_agg(distinct site.client_id))), 5, 5, 'completed', ${at}, ${at}, jsonb_agg(${skipped}) from ${perSite}`,
    sql`insert into job_targets (job_id, position, site_id, label, input, state, result, error_message, finished_at)
      select 1, row_number() over (order by site.id), site.id, site.url, jsonb_build_object('site_id_or_domain', site.id),
        'succeeded', jsonb_build_object('answer', site.name), site.url, ${at} from ${perSite}`,
    sql`insert into notification_channels (name, service, target, shown, owner_kind, created_at)
      values ('Mail', 'email', 'sealed', 'o***', 'system', ${at})`,
    sql`insert into notification_rules (channel_id, name, client_ids, created_at)
      values (1, 'All', array[${erasedClient}, ${erasedClient + 1}]::bigint[], ${at}), (1, 'One', array[${erasedClient}]::bigint[], ${at})`,
    sql`insert into channel_messages (channel_id, title, body, state, due_at, created_at)
      select 1, site.name || ' is down', jsonb_build_object('title', site.name, 'lines', jsonb_build_array(site.url)), 'sent', ${at}, ${at}
      from ${perSite} order by site.id`,
    sql`insert into rule_matches (channel_id, rule_id, event_id, position, published_at, event, group_key, due_at, created_at, message_id)
      select 1, 1, site.id, site.id, ${at}, ${event}, site.name, ${at}, ${at}, row_number() over (order by site.id) from ${perSite}`,
    sql`insert into events (type, severity, client_id, subject, happened_at, published_at, data)
      select 'report.sent', 'info', id, 'client:' || id, ${at}, ${at}, jsonb_build_object('recipients', jsonb_build_array(email)) from clients`,
    sql`insert into event_keys (key, published_at) select 'report ' || id || ' 2026-11-01 failed', ${at} from clients`,
    sql`insert into webhook_endpoints (url, secret, owner, position, created_at, updated_at)
      values ('https://hook.example/', 'sealed', jsonb_build_object('limits', jsonb_build_object('clients', jsonb_build_array(${erasedClient}::bigint))), 0, ${at}, ${at})`,
    sql`insert into webhook_deliveries (webhook_id, message_id, event_id, position, type, subject, body, due_at, created_at)
      select 1, site.name, site.id, site.id, 'sync.failed', 'site:' || site.id, ${event}::text, ${at}, ${at} from ${perSite}`,
    sql`insert into update_checks (run, site_id, started_at, before) select gen_random_uuid(), site.id, ${at},
      jsonb_build_array(site.url) from ${perSite}`,
    sql`insert into rollouts (name, status, actor, user_name, created_at, starts_at) values ('All', 'finished', '{}', 'ada', ${at}, ${at})`,
    sql`insert into rollout_steps (rollout_id, position, wave, site_id, site_name, site_url, items, run, message)
      select 1, row_number() over (order by site.id), 0, site.id, site.name, site.url, '[]', gen_random_uuid(), site.name from ${perSite}`,
    sql`insert into views (user_id, name, shared, filters, sort, sort_order, created_at, updated_at)
      select (select min(id) from users), name, true, jsonb_build_object('client_id', id), 'name', 'asc', ${at}, ${at} from clients`,
    sql`insert into bulk_plans (id, owner, action, options, site_ids, left_out, created_at, expires_at)
      select gen_random_uuid(), 'ada', 'sync', '{}', array_agg(site.id), '[]', ${at}, ${at} from ${perSite}`,
    sql`insert into approvals (operation, requested_by, targets, call_hash, request, digest, requested_at, expires_at)
      select 'sync-site', 'ada', 1, '', json_build_object('url', site.url, 'name', site.name)::text, site.id::text, ${at}, ${at} from ${perSite}`,
    sql`insert into inbox_snoozes (user_id, kind, key, until)
      select (select min(id) from users), 'certificate', site.id || ' 1', ${at} from ${perSite}`,
    sql`insert into update_policies (scope, view_id, rules, updated_at, updated_by)
      select 'view', id, '{}', ${at}, 'ada' from views`,
    sql`update users set site_ids = (select array_agg(id) from sites), client_ids = (select array_agg(id) from clients)
      where login = 'vera'`,
    sql`insert into report_deliveries (client_id, due_on, period, recipients, state, begun_at)
      select id, ${at}::date, '2026-10', array[email], 'sent', ${at} from clients`,
    sql`insert into move_in_ids (source, kind, old_id, new_id) select 'https://old.example/', 'site', site.id - 76540000, site.id from ${perSite}`,
    sql`insert into move_in_facts (source, kind, old_id, fields, stored_at) select 'https://old.example/', 'site',
      site.id - 76540000, jsonb_build_object('name', site.name), ${at} from ${perSite}`,
    sql`insert into audit_lines (at, actor_kind, actor_name, request_id, operation, subject, outcome, seal)
      select ${at}, 'user', 'ada', 'r', 'update-client', '{"client_id_or_email":' || id || '}', 'ok', 'seal' from clients`,
  ]
  for (const row of rows) await queryRows(db, row)
}

/** Tables of all schemas with a row that contains one of the texts, in any column; a digit before or after a text is another number. */
export async function tablesWith(db: Database, texts: readonly string[]): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select quote_ident(nspname) || '.' || quote_ident(relname) as name from pg_class join pg_namespace as space on space.oid = relnamespace
     where nspname in ('public', 'queue') and relkind = 'r' order by 1`,
  )
  const pattern = `(^|[^0-9a-z])(${texts.map((text) => text.replaceAll('.', '\\.')).join('|')})([^0-9a-z]|$)`
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await db.pool.query(`select from ${name} as one where one::text ~* $1 limit 1`, [pattern])
    if (rowCount) found.push(name)
  }
  return found
}
