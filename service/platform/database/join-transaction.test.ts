import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { queryRows } from './database.ts'
import { joinTransaction } from './join-transaction.ts'
import { microBatched } from './micro-batcher.ts'

const scene = setUpService()

const nameOfUser = microBatched(async (db, ids: number[]) => {
  const query = sql<{ id: number; login: string }>`select id, login from users where id = any (${ids}::bigint[])`
  const rows = await queryRows(db, query)
  return ids.map((id) => rows.find((row) => row.id === id)?.login)
})

it('batches reads of a transaction separately, so that no other read runs in it', async () => {
  const { db } = scene.service
  const { id } = scene.people.viewer
  const during = await db.transaction().execute(async (trx) => {
    await sql`update users set login = 'vivian' where id = ${id}`.execute(trx)
    return [await nameOfUser(joinTransaction(trx, db), id), await nameOfUser(db, id)]
  })
  expect(during).toEqual(['vivian', 'vera'])
  expect(await nameOfUser(db, id)).toBe('vivian')
})
