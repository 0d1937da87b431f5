import { expect, it } from 'vitest'
import { createTurnstile } from './turnstile.ts'

it('lets two through, two wait, and turns the fifth away', async () => {
  const turnstile = createTurnstile(2, 2, () => new Error('full'))
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const passing = gates.map((gate, index) =>
    turnstile.pass(async () => {
      started.push(index)
      await gate.promise
      return index
    }),
  )
  await expect(turnstile.pass(async () => 5)).rejects.toThrow('full')
  expect(started).toEqual([0, 1])
  gates[1]!.resolve()
  await passing[1]
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  expect(await Promise.all(passing)).toEqual([0, 1, 2, 3])
})

it('lets known callers go first and never turns them away', async () => {
  const turnstile = createTurnstile(1, 1, () => new Error('full'))
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const pass = (name: string, first = false) => turnstile.pass(async () => void order.push(name), { first })
  const inside = turnstile.pass(() => gate.promise)
  const stranger = pass('stranger')
  await expect(pass('second stranger')).rejects.toThrow('full')
  const known = pass('known', true)
  gate.resolve()
  await Promise.all([inside, stranger, known])
  expect(order).toEqual(['known', 'stranger'])
})

it('frees the place of whoever fails', async () => {
  const turnstile = createTurnstile(1, 0, () => new Error('full'))
  await expect(turnstile.pass(() => Promise.reject(new Error('oops')))).rejects.toThrow('oops')
  expect(await turnstile.pass(async () => 'next')).toBe('next')
})
