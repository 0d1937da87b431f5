import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

it('runs two tasks, queues two and refuses the fifth', async () => {
  const concurrencyLimit = createConcurrencyLimit(2, 2, () => new Error('full'))
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const tasks = gates.map((gate, index) =>
    concurrencyLimit.run(async () => {
      started.push(index)
      await gate.promise
      return index
    }),
  )
  await expect(concurrencyLimit.run(async () => 5)).rejects.toThrow('full')
  expect(started).toEqual([0, 1])
  gates[1]!.resolve()
  await tasks[1]
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3])
})

it('puts tasks with `first` at the front of the queue and never refuses them', async () => {
  const concurrencyLimit = createConcurrencyLimit(1, 1, () => new Error('full'))
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const run = (name: string, first = false) => concurrencyLimit.run(async () => void order.push(name), { first })
  const running = concurrencyLimit.run(() => gate.promise)
  const stranger = run('stranger')
  await expect(run('second stranger')).rejects.toThrow('full')
  const known = run('known', true)
  gate.resolve()
  await Promise.all([running, stranger, known])
  expect(order).toEqual(['known', 'stranger'])
})

it('frees the slot of a task that fails', async () => {
  const concurrencyLimit = createConcurrencyLimit(1, 0, () => new Error('full'))
  await expect(concurrencyLimit.run(() => Promise.reject(new Error('oops')))).rejects.toThrow('oops')
  expect(await concurrencyLimit.run(async () => 'next')).toBe('next')
})
