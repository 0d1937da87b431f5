import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { openDatabase, queryRows, quickRows } from './database.ts'
import { maxStatementsPerConnection } from './prepared-statements.ts'

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
