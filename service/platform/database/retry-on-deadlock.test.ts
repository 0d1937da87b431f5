import { expect, it } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'

it('retries the aborted transaction of a deadlock, so that both succeed', async () => {
  const { db } = await startTestService()
  await db.schema.createTable('crosswise').addColumn('id', 'integer').addColumn('seen', 'integer').execute()
  try {
    const crosswise = db.withTables<{ crosswise: { id: number; seen: number } }>()
    await crosswise
      .insertInto('crosswise')
      .values([
        { id: 1, seen: 0 },
        { id: 2, seen: 0 },
      ])
      .execute()
    let holding = 0
    let bothHold = () => {}
    const met = new Promise<void>((resolve) => {
      bothHold = resolve
    })
    let runs = 0
    const both: Promise<unknown>[] = []
    const see = (first: number, second: number) =>
      db.transaction().execute(async (trx) => {
        const isRetry = ++runs > 2
        // A retry that updated its first row before the other transaction woke up would cause a second deadlock.
        if (isRetry) await Promise.race(both)
        const touch = (id: number) =>
          trx
            .withTables<{ crosswise: { id: number; seen: number } }>()
            .updateTable('crosswise')
            .set((row) => ({ seen: row('seen', '+', 1) }))
            .where('id', '=', id)
            .execute()
        await touch(first)
        if (++holding === 2) bothHold()
        await met
        await touch(second)
      })
    both.push(see(1, 2), see(2, 1))
    await Promise.all(both)
    expect(runs).toBe(3)
    expect(await crosswise.selectFrom('crosswise').select('seen').execute()).toEqual([{ seen: 2 }, { seen: 2 }])
  } finally {
    await db.schema.dropTable('crosswise').execute()
  }
})

it('throws any other error at once', async () => {
  const { db } = await startTestService()
  let runs = 0
  const failing = db.transaction().execute(async () => {
    runs++
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(runs).toBe(1)
})
