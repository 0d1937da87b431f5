import { createHash } from 'node:crypto'
import { Pool } from 'pg'
import { createScratchDatabase, type ScratchDatabase } from '../../../../testing/scratch-database.ts'
import { type Migration, migrate } from '../../migrate.ts'

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  digest: createHash('sha256').update(sql).digest('hex'),
})

/** A layout with everything that makes copying hard: cycles, triggers, identities, generated columns, odd names. */
export const oddMigrations: Migration[] = [
  migration(
    '001-odd',
    `create table "Odd ""names""" (
       id bigint generated always as identity primary key,
       "select" text, list text[], facts jsonb, big bigint, exact numeric, ratio double precision, at timestamptz,
       day date, flag boolean, bytes bytea,
       twice bigint generated always as (big / 2) stored
     );
     create table parents (id serial primary key, favourite int, name text not null);
     create table children (id int primary key, parent int not null references parents (id), elder int references children (id));
     alter table parents add constraint favourite_child foreign key (favourite) references children (id);
     create table births (only_row boolean primary key default true, inserted int not null);
     insert into births (inserted) values (0);
     create function count_child() returns trigger language plpgsql as
       $$ begin update births set inserted = inserted + 1; return new; end $$;
     create trigger count_child after insert on children for each row execute function count_child();
     create table secrets (name text, value text);
     create index "Odd ""index""" on parents (lower(name), favourite desc) where name <> '';
     create unique index children_once on children (parent, id desc);
     create table empty_one (id int);`,
  ),
  migration('002-sealed', `create sequence tickets; alter table secrets add column other text;`),
]

export const laterMigration = migration('003-later', `alter table parents add column rank int not null default 7`)

export async function createOddDatabase(): Promise<ScratchDatabase> {
  const database = await createScratchDatabase()
  const pool = new Pool({ connectionString: database.connectionString, max: 1 })
  await migrate(pool, { migrations: oddMigrations })
  await pool.query(`insert into parents (name) values ('Ada'), ('Grace')`)
  await pool.query(`insert into children (id, parent, elder) values (11, 1, null), (10, 2, 11)`)
  await pool.query('update parents set favourite = 10 where id = 2')
  await pool.query(`select nextval('tickets'), nextval('tickets')`)
  for (const text of oddTexts) {
    await pool.query(
      `insert into "Odd ""names""" ("select", list, facts, big, exact, ratio, at, day, flag, bytes)
       values ($1, array[$1, null, ''], jsonb_build_object('text', $1::text, 'deep', jsonb_build_array(null, 1.50, true)),
         -9223372036854775808, 12345678901234567890.000100, 0.1::float8 + 0.2::float8, '2026-03-29 01:59:59.123456+13:45',
         '4713-01-01 BC', null, '\\x00ff0a5c')`,
      [text],
    )
  }
  await pool.end()
  return database
}

const oddTexts = [
  null,
  '',
  '\\N',
  '\\.',
  'a line\n\\.\nand another',
  'tab\tnewline\ncarriage\rreturn\r\nbackslash \\ end\\',
  'Grüße 日本語 🚢 e\u0301 \u202e\u0007\u001b[31m \u{10ffff}',
  '{"json": "\\u0041"}',
  'x'.repeat(300_000),
]
