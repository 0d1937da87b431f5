import type { Pool } from 'pg'

/** Rows of each type, so that requests pass the check of their ids. */
export async function seedRecords(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(`
    insert into clients (name, email, created_at, updated_at)
      select 'Client ' || n, 'client' || n || '@example.com', now(), now() from generate_series(1, 20) n;
    insert into tags (name, created_at, updated_at) select 'Tag ' || n, now(), now() from generate_series(1, 10) n;
    insert into site_tags (site_id, tag_id) select id, 1 + id % 10 from sites;
    insert into client_fields (name, created_at) select 'Field ' || n, now() from generate_series(1, 5) n;
    insert into costs (name, price, created_at, updated_at) select 'Cost ' || n, 10, now(), now() from generate_series(1, 20) n;
    insert into jobs (kind, operation, actor, total, created_at)
      select 'sync', 'sync-site', '{"name": "ada"}', 1, now() from generate_series(1, 5);
    insert into notification_webhooks (url, secret, kinds, created_at) values ('https://hook.example/', 'sealed', '{down}', now());
    insert into time_buckets (title, seconds, starts_on, created_at, updated_at) values ('Support', 3600, now(), now(), now());
    insert into time_tasks (title, timer_mode, date, timer, created_by, created_at, updated_at)
      select 'Task ' || n, 'count_up', now(), 'stopped', 'ada', now(), now() from generate_series(1, 10) n;
  `)
}
