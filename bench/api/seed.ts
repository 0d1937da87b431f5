import { Client } from 'pg'

/** Sites of one statement: the memory and the log of the database stay small for any fleet. */
const sitesPerBatch = 20_000

/** Calls back with the first and the last id of each batch. */
export async function inBatches(sites: number, work: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= sites; from += sitesPerBatch) await work(from, Math.min(sites, from + sitesPerBatch - 1))
}

/** A fleet of that size, straight into the tables: 100 clients, 20 tags, every fifth site suspended or disconnected. */
export async function seedFleet(connectionString: string, sites: number): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(`insert into clients (name, email, created_at, updated_at)
    select 'Client ' || n, 'client' || n || '@example.com', now(), now() from generate_series(1, 100) n`)
  await client.query(`insert into tags (name, created_at, updated_at)
    select 'Tag ' || n, now(), now() from generate_series(1, 20) n`)
  // Words with a realistic distribution: a search for one of them finds about one site in thirty; in a small fleet more, so that
  // its page is as full. The question is the cost of a larger fleet, not of a larger answer.
  await inBatches(sites, (from, to) =>
    client.query(
      `insert into sites (url, identity, name, connection, suspended_by, client_id, admin_username, created_at, updated_at)
     select 'https://' || word || '-' || n || '.example/', word || '-' || n || '.example', initcap(word) || ' ' || n,
       case when n % 5 = 1 then 'disconnected' else 'connected' end, case when n % 10 = 2 then 'hand' else 'none' end,
       1 + n % 100, 'admin', now(), now()
     from (select n, (array['bakery','dentist','garage','florist','lawyer','tailor','brewery','gallery','kitchen','studio',
       'harbour','meadow','castle','lantern','orchard','quarry','rookery','sawmill','tannery','unicorn','vineyard','wharf',
       'abbey','bridge','chapel','dairy','estate','forge','granary','hamlet'])[1 + n % least(30, greatest(1, $1::int / 20))] as word
       from generate_series($2::int, $3::int) n) named`,
      [sites, from, to],
    ),
  )
  await inBatches(sites, (from, to) =>
    client.query(
      'insert into site_tags (site_id, tag_id) select id, 1 + id % 20 from sites where id between $1 and $2',
      [from, to],
    ),
  )
  await client.query('vacuum analyze')
  await client.end()
}
