import type { Database } from '../../platform/database/database.ts'
import { clientOfSite, type MarkedOffsets, markedSites, seedMarkedFleet, tagsOfSite } from '../seed-marked-fleet.ts'

/** The limited callers see one client: sites 1 and 4 of the marked fleet. */
const offsets: MarkedOffsets = { sites: 710_000, clients: 720_000, tags: 730_000, costs: 740_000, time_tasks: 750_000 }
const jobOffset = 760_000
const bucketOffset = 770_000
const rolloutOffset = 780_000
const packageOffset = 790_000
const viewOffset = 800_000

const runOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

const ownNumber = 2
const ownNumbers = markedSites.filter((site) => clientOfSite(site) === ownNumber)
const otherNumbers = markedSites.filter((site) => clientOfSite(site) !== ownNumber)
const ownTagNumbers = ownNumbers.flatMap(tagsOfSite)
const otherTagNumbers = [1, 2, 3, 4, 5].filter((tag) => !ownTagNumbers.includes(tag))
const plus = (offset: number, numbers: readonly number[]) => numbers.map((number) => offset + number)

export const ownClient = offsets.clients + ownNumber
export const ownSites = plus(offsets.sites, ownNumbers)
/** Jobs 1 to 5 are of the limited user, 6 to 10 of an administrator; each has one site. */
export const jobs = plus(jobOffset, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
const ownJobs = plus(jobOffset, ownNumbers)
export const others = {
  sites: plus(offsets.sites, otherNumbers),
  clients: plus(offsets.clients, [1, 3]),
  tags: plus(offsets.tags, otherTagNumbers),
  // Of other sites, of the clients 1 and 3, and of tags. Cost 11 is for an own site and another one.
  costs: plus(offsets.costs, [...otherNumbers, 6, 8, 9, 10]),
  tasks: plus(offsets.time_tasks, otherNumbers),
  buckets: plus(bucketOffset, [1, 3]),
  jobs: jobs.filter((job) => !ownJobs.includes(job)),
}

/** Texts and ids that only rows of the others have. */
export const otherMarks: readonly RegExp[] = [
  ...otherNumbers.map((number) => new RegExp(`site-${number}-mark`)),
  ...[1, 3].map((number) => new RegExp(`client-${number}-mark|client${number}@example\\.com`)),
  ...otherTagNumbers.map((number) => new RegExp(`tag-${number}-mark`)),
  ...Object.values(others)
    .flat()
    .map((id) => new RegExp(`(?<!\\d)${id}(?!\\d)`)),
]

/** Values of the fields that name something in this fleet, of the limited callers and of the others. */
export const fieldValues: Record<string, unknown[]> = {
  site_id_or_domain: plus(offsets.sites, markedSites),
  client_id_or_email: plus(offsets.clients, [1, 2, 3]),
  tag_id: plus(offsets.tags, [1, 2, 3, 4, 5]),
  id: plus(offsets.costs, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
  task_id: plus(offsets.time_tasks, markedSites),
  bucket_id: plus(bucketOffset, [1, 2, 3]),
  job_id: jobs.map(String),
  incident_id: [...markedSites],
  approval_id: [1],
  code: ['k3f9-x2mp'],
  window_id: [...markedSites],
  // The themes of the sites, then the plugin that all of them have.
  vulnerability_id: [1, 2, 3, 4, 5, 6],
  package_id: plus(packageOffset, [1, 2, 3, 4, 5]),
  run: markedSites.map(runOf),
  rollout_id: plus(rolloutOffset, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  view_id: plus(viewOffset, [1, 2, 3, 4, 5, 6]),
}

export async function seedMatrixFleet(db: Database, now: Date, users: { limited: number; other: number }) {
  await seedMarkedFleet(db, now, offsets)
  const at = `'${now.toISOString()}'::timestamptz`
  const site = `${offsets.sites} + (n - 1) % 5 + 1`
  const mark = `'site-' || (n - 1) % 5 + 1 || '-mark'`
  // Calls to sites answer 409 at once; no site of the fleet exists.
  await db.pool.query(`
    update sites set connection = 'disconnected';
    insert into jobs (id, kind, operation, actor, user_id, total, created_at, status, started_at, completed_at)
      select ${jobOffset} + n, 'sync', 'sync-site', '{"name": "ada"}', case when n <= 5 then ${users.limited} else ${users.other} end,
        1, ${at}, 'completed', ${at}, ${at} from generate_series(1, 10) as n;
    insert into job_targets (job_id, position, site_id, label, input)
      select ${jobOffset} + n, 0, ${site}, ${mark}, '{}' from generate_series(1, 10) as n;
    insert into rollouts (id, name, status, actor, user_id, user_name, created_at, starts_at, ended_at) overriding system value
      select ${rolloutOffset} + n, ${mark}, 'ended', '{"name": "ada"}', case when n <= 5 then ${users.limited} else ${users.other} end,
        'ada', ${at}, ${at}, ${at} from generate_series(1, 10) as n;
    insert into rollout_waves (rollout_id, position, name, soak_minutes, budget, total)
      select ${rolloutOffset} + n, 0, 'All', 0, 1, 1 from generate_series(1, 10) as n;
    insert into rollout_steps (rollout_id, position, wave, site_id, site_name, site_url, items, run, state, job_id)
      select ${rolloutOffset} + n, 0, 0, ${site}, ${mark}, ${mark}, '[]', gen_random_uuid(), 'updated', ${jobOffset} + n
      from generate_series(1, 10) as n;
    insert into update_checks (run, site_id, started_at, before)
      select run, site_id, ${at}, '[]'::jsonb from rollout_steps
      union all select ('00000000-0000-4000-8000-00000000000' || n)::uuid, ${site}, ${at}, '[]'::jsonb from generate_series(1, 5) as n;
    insert into vulnerability_fixes (site_id, kind, slug, name, old_version, action, rollout_id, job_id, started_at, started_by)
      select ${site}, 'theme', ${mark}, ${mark}, '1', 'update', ${rolloutOffset} + n, ${jobOffset} + n, ${at}, 'ada'
      from generate_series(1, 10) as n where n <= 5 or (n - 1) % 5 + 1 not in (1, 4);
    insert into update_screenshots (run, moment, site_id, taken_at, width, height, content)
      select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'before', ${site}, ${at}, 1, 1, convert_to(${mark}, 'utf8')
      from generate_series(1, 5) as n;
    insert into packages (id, upload_id, state, file_name, name, slug, version, user_id, user_name, created_at, used_at)
      overriding system value select ${packageOffset} + n, 'upload ' || n, 'ready', ${mark}, ${mark}, 'x/x.php', '1', ${users.other},
        'ada', ${at}, ${at} from generate_series(1, 5) as n;
    insert into package_downloads (token_hash, package_id, site_id, created_at, expires_at)
      select 'hash ' || n, ${packageOffset} + n, ${site}, ${at}, ${at} from generate_series(1, 5) as n;
    insert into events (position, type, severity, site_id, site_name, site_url, client_id, subject, happened_at, published_at, data)
      select nextval('event_positions'), 'monitor.down', 'critical', ${site}, ${mark}, 'http://127.0.0.1:1/site-' || n || '-mark/',
        (select client_id from sites where id = ${site}), 'site:' || (${site}), ${at}, ${at},
        jsonb_build_object('address', 'x', 'cause', ${mark}) from generate_series(1, 5) as n;
    insert into time_buckets (id, title, seconds, starts_on, created_at, updated_at) overriding system value
      select ${bucketOffset} + n, 'Bucket of client-' || n || '-mark', 60, ${at}::date, ${at}, ${at} from generate_series(1, 3) as n;
    insert into time_bucket_clients (bucket_id, client_id)
      select ${bucketOffset} + n, ${offsets.clients} + n from generate_series(1, 3) as n;
    update time_tasks set bucket_id = client_id - ${offsets.clients} + ${bucketOffset};
    update update_history set job_id = ${jobOffset} + site_id - ${offsets.sites}`)
  await seedViews(db, at, users)
  await seedRowsOfClients(db, at)
  await seedRowsOfSites(db, at)
}

/** Of the limited user: all sites, those of the own client and one of another. Of an administrator: shared and private ones. */
async function seedViews(db: Database, at: string, users: { limited: number; other: number }): Promise<void> {
  await db.pool.query(`
    insert into views (id, user_id, name, shared, filters, sort, sort_order, created_at, updated_at)
      select ${viewOffset} + n, user_id, name, shared, filters, 'name', 'asc', ${at}, ${at} from (values
        (1, ${users.limited}, 'All', false, '{}'::jsonb),
        (2, ${users.limited}, 'Own', true, '{"client_id": ${ownClient}}'),
        (3, ${users.limited}, 'Others', false, '{"search": "site-2"}'),
        (4, ${users.other}, 'All but client-1-mark', true, '{}'),
        (5, ${users.other}, 'View of client-3-mark', true, '{"client_id": ${offsets.clients + 3}}'),
        (6, ${users.other}, 'Private view of client-1-mark', false, '{"client_id": ${ownClient}}')
      ) as given (n, user_id, name, shared, filters)`)
}

async function seedRowsOfClients(db: Database, at: string): Promise<void> {
  const client = `${offsets.clients} + n`
  const tags = otherTagNumbers.join()
  await db.pool.query(`
    insert into client_contacts (client_id, position, name)
      select ${client}, 0, 'client-' || n || '-mark' from generate_series(1, 3) as n;
    insert into client_fields (id, name, created_at) values (1, 'Field', ${at});
    insert into client_field_values (client_id, field_id, value)
      select ${client}, 1, 'client-' || n || '-mark' from generate_series(1, 3) as n;
    insert into costs (id, name, price, payment_type, renewal_type, last_renewal, created_at, updated_at)
      select ${offsets.costs} + 5 + n, 'Cost of client-' || n || '-mark', n, 'subscription', 'monthly', ${at}::date, ${at}, ${at}
        from generate_series(1, 3) as n
      union all select ${offsets.costs} + 6 + n, 'Cost of tag-' || n || '-mark', n, 'subscription', 'monthly', ${at}::date, ${at}, ${at}
        from unnest(array[${tags}]) as n
      union all select ${offsets.costs} + 11, 'Shared', 7, 'subscription', 'monthly', ${at}::date, ${at}, ${at};
    insert into cost_targets (cost_id, client_id)
      select ${offsets.costs} + 5 + n, ${client} from generate_series(1, 3) as n;
    insert into cost_targets (cost_id, tag_id)
      select ${offsets.costs} + 6 + n, ${offsets.tags} + n from unnest(array[${tags}]) as n;
    insert into cost_targets (cost_id, site_id)
      values (${offsets.costs} + 11, ${offsets.sites} + 1), (${offsets.costs} + 11, ${offsets.sites} + 2);
    insert into report_deliveries (client_id, due_on, period, recipients, state, begun_at, problem)
      select ${client}, ${at}::date, 'month', '{}', 'failed', ${at}, 'client-' || n || '-mark' from generate_series(1, 3) as n;
    insert into client_report_settings (client_id, key, value, changed_at)
      select ${client}, 'company_name', to_jsonb('client-' || n || '-mark'), ${at} from generate_series(1, 3) as n;
    insert into time_settings (client_id, currency, updated_at)
      select ${client}, 'client-' || n || '-mark', ${at} from generate_series(1, 3) as n`)
}

async function seedRowsOfSites(db: Database, at: string): Promise<void> {
  const site = `${offsets.sites} + n`
  const perSite = `generate_series(1, ${markedSites.length}) as n`
  await db.pool.query(`
    insert into monitor_hours (site_id, hour, up, down, pending, total_ms, beats)
      select ${site}, date_trunc('hour', ${at}) - interval '2 hours', 10 * n, n, 0, 1000, '' from ${perSite};
    insert into monitor_days (site_id, day, up, down, pending, total_ms)
      select ${site}, ${at}::date - 2, 100 * n, n, 0, 1000 from ${perSite};
    insert into monitor_gaps (site_id, started_at, ended_at)
      select ${site}, ${at} - interval '3 hours', ${at} - interval '2 hours' from ${perSite};
    insert into poor_health (site_id, score, notified_at) select ${site}, 10 + n, ${at} from ${perSite};
    insert into site_parts (site_id, part, read_at, problem)
      select ${site}, 'plugins', ${at}, 'site-' || n || '-mark' from ${perSite} on conflict do nothing;
    insert into ssl_warnings (site_id, fingerprint, threshold, days_left, valid_to, warned_at)
      select ${site}, 'site-' || n || '-mark', 7, 5, ${at}, ${at} from ${perSite};
    insert into moved_sites (site_id, source, old_id, imported_key, moved_at)
      select ${site}, 'site-' || n || '-mark', n, 'sealed', ${at} from ${perSite};
    insert into site_icons (site_id, site_url, media_type, content)
      select ${site}, 'http://127.0.0.1:1/site-' || n || '-mark/', 'image/png', convert_to('site-' || n || '-mark', 'utf8')
      from ${perSite} on conflict (site_id) do update set media_type = excluded.media_type, content = excluded.content`)
}

/** Afterwards the fleet has only what the limited callers see. Answers to them must stay the same. */
export async function deleteOthers(db: Database): Promise<void> {
  const list = (ids: readonly number[]) => ids.join()
  await db.pool.query(`
    delete from jobs where id in (${list(others.jobs)});
    delete from packages;
    delete from views where id - ${viewOffset} > 3;
    delete from rollouts where id - ${rolloutOffset} not in (${list(ownNumbers)});
    delete from events where site_id in (${list(others.sites)});
    delete from costs where id in (${list(others.costs)});
    delete from time_tasks where id in (${list(others.tasks)});
    delete from time_buckets where id in (${list(others.buckets)});
    delete from update_history where site_id in (${list(others.sites)});
    delete from sites where id in (${list(others.sites)});
    delete from report_schedules where client_id in (${list(others.clients)});
    delete from clients where id in (${list(others.clients)});
    delete from tags where id in (${list(others.tags)});
    delete from domains where name not in (select domain from site_domains where domain is not null);
    delete from software_items i where not exists (select from site_software s where s.kind = i.kind and s.slug = i.slug)`)
}

/** All rows that belong to the others, of every table with a column for a site, client, tag, cost, task, bucket or job. */
export async function readRowsOfOthers(db: Database): Promise<Map<string, unknown[]>> {
  const columns: Record<string, readonly number[]> = {
    site_id: others.sites,
    client_id: others.clients,
    tag_id: others.tags,
    cost_id: others.costs,
    task_id: others.tasks,
    bucket_id: others.buckets,
    job_id: others.jobs,
  }
  const { rows } = await db.pool.query(
    `select c.table_name, c.column_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type in ('bigint', 'integer')
        -- The rows of a partition are read with its table.
        and not (select relispartition from pg_class where oid = table_name::text::regclass)
        and (column_name = any ($1) or (column_name = 'id'
          and table_name in ('sites', 'clients', 'tags', 'costs', 'time_tasks', 'time_buckets', 'jobs'))) order by 1, 2`,
    [Object.keys(columns)],
  )
  const ownIds: Record<string, readonly number[]> = {
    ...others,
    time_tasks: others.tasks,
    time_buckets: others.buckets,
  }
  const found = new Map<string, unknown[]>()
  for (const { table_name: table, column_name: column } of rows) {
    const ids = column === 'id' ? ownIds[table] : columns[column]
    const { rows: stored } = await db.pool.query(
      `select to_jsonb(r) as row from ${table} r where ${column} = any ($1) order by to_jsonb(r)::text`,
      [ids],
    )
    found.set(
      `${table}.${column}`,
      stored.map(({ row }) => row),
    )
  }
  return found
}
