import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createScratchDatabase } from '../../testing/scratch-database.ts'
import { openDatabase, queryRows, quickRows } from './database.ts'
import { findDatabaseFailure } from './database-failure.ts'
import { connectionOf, splitHosts } from './database-hosts.ts'

it.each([
  ['postgres://fleet:a@one:5432/db', ['postgres://fleet:a@one:5432/db']],
  ['postgres:///db?host=/run/one', ['postgres:///db?host=/run/one']],
  [
    'postgres://fleet:p%2C@one:5432,two:5433/db?x=1,2',
    ['postgres://fleet:p%2C@one:5432/db?x=1,2', 'postgres://fleet:p%2C@two:5433/db?x=1,2'],
  ],
  ['postgres://one,two', ['postgres://one', 'postgres://two']],
  [
    'postgres://fleet@localhost/db?host=%2Fone%2C%2Ftwo&port=1,2',
    ['postgres://fleet@localhost/db?host=%2Fone&port=1', 'postgres://fleet@localhost/db?host=%2Ftwo&port=2'],
  ],
])('splits %s into one URL for each host', (url, urls) => {
  expect(splitHosts(url)).toEqual(urls)
})

/** The server of the tests, as the second of two hosts; the first does not exist. */
async function secondOfTwo(options = ''): Promise<string> {
  const url = new URL((await createScratchDatabase()).connectionString)
  url.searchParams.set('host', `/nowhere,${url.searchParams.get('host')}`)
  if (options !== '') url.searchParams.set('options', options)
  return url.href
}

it('connects to the host that accepts writes', async () => {
  const db = openDatabase(connectionOf(await secondOfTwo()))
  try {
    const question = sql<{ answer: number }>`select 1 as answer`
    expect([await queryRows(db, question), await quickRows(db, question)]).toEqual([[{ answer: 1 }], [{ answer: 1 }]])
  } finally {
    await db.destroy()
  }
})

it('says that no host accepts writes, as a failure of the database', async () => {
  const db = openDatabase(connectionOf(await secondOfTwo('-c default_transaction_read_only=on')))
  try {
    const error = await queryRows(db, sql`select 1`).catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/None of the database servers accepts writes \(.*ENOENT.*; a standby server\)/)
    expect(findDatabaseFailure(error)).toBe('away')
  } finally {
    await db.destroy()
  }
})
