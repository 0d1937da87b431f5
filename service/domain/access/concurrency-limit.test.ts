import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

it('lets two through, two wait, and turns the fifth away', async () => {
  const concurrencyLimit = createConcurrencyLimit(2, 2, () => new Error('full'))
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const passing = gates.map((gate, index) =>
    concurrencyLimit.pass(async () => {
      started.push(index)
      await gate.promise
      return index
    }),
  )
  await expect(concurrencyLimit.pass(async () => 5)).rejects.toThrow('full')
  expect(started).toEqual([0, 1])
  gates[1]!.resolve()
  await passing[1]
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  expect(await Promise.all(passing)).toEqual([0, 1, 2, 3])
})

it('lets known callers go first and never turns them away', async () => {
  const concurrencyLimit = createConcurrencyLimit(1, 1, () => new Error('full'))
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const pass = (name: string, first = false) => concurrencyLimit.pass(async () => void order.push(name), { first })
  const inside = concurrencyLimit.pass(() => gate.promise)
  const stranger = pass('stranger')
  await expect(pass('second stranger')).rejects.toThrow('full')
  const known = pass('known', true)
  gate.resolve()
  await Promise.all([inside, stranger, known])
  expect(order).toEqual(['known', 'stranger'])
})

it('frees the place of whoever fails', async () => {
  const concurrencyLimit = createConcurrencyLimit(1, 0, () => new Error('full'))
  await expect(concurrencyLimit.pass(() => Promise.reject(new Error('oops')))).rejects.toThrow('oops')
  expect(await concurrencyLimit.pass(async () => 'next')).toBe('next')
})
