import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUpService } from '../../testing/people.ts'
import { compiledQuery } from './compiled-query.ts'
import { queryRows, quickRows } from './database.ts'

const fixture = setUpService()

it('a compiled query returns the rows of each call, outside and inside of a transaction, and is built once outside', async () => {
  const { db } = fixture.service
  let built = 0
  const query = compiledQuery(['ids', 'name'], ({ ids, name }) => {
    built++
    return sql<{
      id: number
      name: string
    }>`select id, ${name}::text as name from unnest(${ids}::bigint[]) as id where ${7}::int = 7 order by id`
  })
  const call = (ids: number[], name: string) => query({ ids, name })
  expect(await queryRows(db, call([2, 1], 'one'))).toEqual([
    { id: 1, name: 'one' },
    { id: 2, name: 'one' },
  ])
  const answers = await Promise.all(['a', 'b', 'c'].map((name, index) => quickRows(db, call([index], name))))
  expect(answers).toEqual([[{ id: 0, name: 'a' }], [{ id: 1, name: 'b' }], [{ id: 2, name: 'c' }]])
  expect(built).toBe(1)
  const inside = await db.transaction().execute((trx) => queryRows(trx, call([5], 'inside')))
  expect(inside).toEqual([{ id: 5, name: 'inside' }])
})
