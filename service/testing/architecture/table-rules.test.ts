import { describe, expect, it } from 'vitest'
import { sharedTables, writesToForeignTables, writtenTables } from './table-rules.ts'

const features = [
  { name: 'sites', tables: ['sites', 'site_tags'] },
  { name: 'clients', tables: ['clients'] },
  { name: 'posts' },
]
const inStore = (feature: string, text: string) =>
  writesToForeignTables(new Map([[`service/domain/${feature}/row-store.ts`, text]]), features)

describe('a store that writes a table of another feature', () => {
  it.each([
    "db.insertInto('sites').values(row)",
    "trx\n    .updateTable('sites')\n    .set(row)",
    "db.deleteFrom('sites')",
    "db.mergeInto('sites as s')",
    'sql`insert into sites (id) values (1)`',
    'sql`INSERT INTO sites select 1`',
    'sql`update sites set name = 1`',
    'sql`update sites as s set name = 1`',
    'sql`with due as (select 1) update only sites set name = 1 from due`',
    'sql`delete from sites using clients`',
    'sql`merge into sites using clients on true`',
    'sql`truncate sites`',
  ])('is reported: %s', (text) => {
    expect(inStore('clients', text)).toEqual([
      'service/domain/clients/row-store.ts writes sites, a table of sites: call a function that sites/index.ts exports.',
    ])
    expect(inStore('sites', text)).toEqual([])
  })

  it('is reported in a sub-folder and when no feature lists the table', () => {
    const sources = new Map([['service/domain/posts/drafts/draft-store.ts', "db.insertInto('drafts')"]])
    expect(writesToForeignTables(sources, features)).toEqual([
      'service/domain/posts/drafts/draft-store.ts writes drafts, which no feature lists: add it to tables in the index.ts of posts.',
    ])
  })
})

it('ignores reads, locks, conflict clauses and comments', () => {
  const text = `
    // update sites set everything
    /** delete from sites */
    sql\`select id from sites for update\`
    sql\`select id from sites for no key update of sites\`
    sql\`insert into clients (id) values (1) on conflict (id) do update set name = 1\``
  expect(writtenTables(text)).toEqual(['clients'])
})

it('ignores tests, which write rows directly', () => {
  const sources = new Map([['service/domain/clients/testing/seed-store.ts', "db.insertInto('sites')"]])
  expect(writesToForeignTables(sources, features)).toEqual([])
})

it('reports a table that two features list', () => {
  expect(sharedTables([...features, { name: 'tags', tables: ['site_tags'] }])).toEqual([
    'site_tags is listed by sites and tags: one feature owns a table.',
  ])
  expect(sharedTables(features)).toEqual([])
})
