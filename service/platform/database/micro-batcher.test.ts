import { describe, expect, it } from 'vitest'
import { MicroBatcher } from './micro-batcher.ts'

function doubling(options: ConstructorParameters<typeof MicroBatcher<number, number>>[1] = {}) {
  const batches: number[][] = []
  const batcher = new MicroBatcher(async (items: number[]) => {
    batches.push(items)
    if (items.includes(13)) throw new Error('not thirteen')
    return items.map((item) => item * 2)
  }, options)
  return { batches, add: (item: number) => batcher.add(item) }
}

describe('items added in the same tick', () => {
  it('run together, and each gets its own result', async () => {
    const { batches, add } = doubling()
    expect(await Promise.all([1, 2, 3].map(add))).toEqual([2, 4, 6])
    expect(batches).toEqual([[1, 2, 3]])
  })

  it('run in several batches if there are too many', async () => {
    const { batches, add } = doubling({ batchSize: 2 })
    expect(await Promise.all([1, 2, 3, 4, 5].map(add))).toEqual([2, 4, 6, 8, 10])
    expect(batches).toEqual([[1, 2], [3, 4], [5]])
  })

  it('run separately if they have the same key', async () => {
    const { batches, add } = doubling({ keyOf: (item) => item % 10 })
    await Promise.all([1, 2, 11, 21].map(add))
    expect(batches).toEqual([[1, 2], [11], [21]])
  })

  it('do not fail because of another one', async () => {
    const { add } = doubling()
    const outcomes = await Promise.allSettled([12, 13, 14].map(add))
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    ).toEqual([24, 'not thirteen', 28])
  })
})

describe('with a delay', () => {
  it('the first runs at once, the next run together', async () => {
    const { batches, add } = doubling({ delayMs: 20 })
    await add(1)
    const second = add(2)
    await new Promise(setImmediate)
    expect(await Promise.all([second, add(3)])).toEqual([4, 6])
    expect(batches).toEqual([[1], [2, 3]])
  })

  it('a full batch does not wait', async () => {
    const { batches, add } = doubling({ delayMs: 60_000, batchSize: 2 })
    await add(1)
    expect(await Promise.all([add(2), add(3)])).toEqual([4, 6])
    expect(batches).toEqual([[1], [2, 3]])
  })
})

describe('under load', () => {
  it('after a single item the next runs at once, after several it waits for others', async () => {
    const { batches, add } = doubling({ busyDelayMs: 60_000, batchSize: 3 })
    await add(1)
    await Promise.all([add(2), add(3)])
    const fourth = add(4)
    await new Promise(setImmediate)
    await Promise.all([fourth, add(5), add(6)])
    expect(batches).toEqual([[1], [2, 3], [4, 5, 6]])
  })

  it('items added while enough batches run form one batch', async () => {
    const batches: number[][] = []
    const first = Promise.withResolvers<void>()
    const batcher = new MicroBatcher<number, number>(
      async (items) => {
        batches.push(items)
        if (items.includes(1)) await first.promise
        return items
      },
      { maxConcurrent: 1 },
    )
    const answers = [batcher.add(1)]
    for (const item of [2, 3]) {
      await new Promise(setImmediate)
      answers.push(batcher.add(item))
    }
    await new Promise(setImmediate)
    expect(batches).toEqual([[1]])
    first.resolve()
    expect(await Promise.all(answers)).toEqual([1, 2, 3])
    expect(batches).toEqual([[1], [2, 3]])
  })
})
