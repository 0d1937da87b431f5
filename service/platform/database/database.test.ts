import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { openDatabase, queryRows, quickRows } from './database.ts'
import { allOf } from './fragments.ts'
import { oneRow } from './one-row.ts'
import { maxStatementsPerConnection, statements } from './prepared-statements.ts'

const fixture = setUpService()

describe('a query', () => {
  const query = sql<{ sum: number }>`select (${1}::int + ${2}::int) as sum where ${sql`${3}::int = 3`}`

  it('returns its rows outside of a transaction', async () => {
    expect(await queryRows(fixture.service.db, query)).toEqual([{ sum: 3 }])
    expect(await quickRows(fixture.service.db, query)).toEqual([{ sum: 3 }])
  })

  it('runs in the transaction it is given', async () => {
    const { db } = fixture.service
    const insert = sql<{ name: string }>`insert into tags (name, created_at, updated_at)
      values (${'inside'}, now(), now()) returning name`
    const read = sql<{ name: string }>`select name from tags where name = ${'inside'}`
    const failed = db.transaction().execute(async (trx) => {
      expect(await queryRows(trx, insert)).toEqual([{ name: 'inside' }])
      expect(await quickRows(trx, read)).toEqual([{ name: 'inside' }])
      throw new Error('undo')
    })
    await expect(failed).rejects.toThrow('undo')
    expect(await quickRows(db, read)).toEqual([])
  })
})

describe('10,000 combinations of filters', () => {
  const filters = Array.from({ length: 14 }, (_, index) => sql`id <> ${-index}`)
  const combination = (number: number) =>
    sql<{ total: number }>`select count(*) as total from tags
      where ${allOf(filters.filter((_, index) => number & (1 << index)))}`
  const preparedHere = sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`

  it('leave few prepared statements in PostgreSQL and few names in memory', async () => {
    const db = openDatabase({ connectionString: fixture.service.connectionString, max: 3 })
    try {
      const [queries, callers] = [10_000, 10]
      const run = async (first: number) => {
        for (let number = first; number < queries; number += callers) {
          const fetch = number % 2 === 0 ? queryRows : quickRows
          expect(await fetch(db, combination(number))).toEqual([{ total: 0 }])
        }
      }
      await Promise.all(Array.from({ length: callers }, (_, first) => run(first)))
      for (let connection = 0; connection < 3; connection++) {
        expect(oneRow(await queryRows(db, preparedHere)).count).toBeLessThanOrEqual(maxStatementsPerConnection)
        expect(oneRow(await quickRows(db, preparedHere)).count).toBeLessThanOrEqual(maxStatementsPerConnection)
      }
      expect(statements.size).toBeLessThanOrEqual(statements.max)
      expect(db.countPreparedStatements()).toBeLessThanOrEqual(3 * maxStatementsPerConnection)
    } finally {
      await db.destroy()
    }
  }, 120_000)

  it('leave few totals in memory', async () => {
    const { totals } = fixture.service.db
    for (let number = 0; number < 10_000; number++) totals.set(`select ${number}`, { version: '1', total: number })
    expect(totals.size).toBeLessThanOrEqual(2_000)
    const manyIds = JSON.stringify(Array.from({ length: 10_000 }, (_, id) => id))
    for (let number = 0; number < 1_000; number++) totals.set(`${number} ${manyIds}`, { version: '1', total: number })
    expect(totals.calculatedSize).toBeLessThanOrEqual(8_000_000)
  })
})

it('a connection of the pool is replaced before it has too many prepared statements', async () => {
  const db = openDatabase({ connectionString: fixture.service.connectionString, max: 1 })
  try {
    for (let index = 0; index < 2 * maxStatementsPerConnection; index++)
      await queryRows(db, sql`select ${sql.raw(String(index))}`)
    const [row] = await queryRows(db, sql<{ count: number }>`select count(*)::int as count from pg_prepared_statements`)
    expect(row?.count).toBeLessThan(maxStatementsPerConnection)
  } finally {
    await db.destroy()
  }
})
