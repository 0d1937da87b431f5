import { describe, expect, it } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

const refusal = () => new Error('full')

describe('ConcurrencyLimit', () => {
  it('runs two calls, lets two wait in order and refuses the fifth', async () => {
    const limit = new ConcurrencyLimit(2, { maxWaiting: 2, refusal })
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    const started: number[] = []
    const calls = gates.map((gate, index) =>
      limit.run(async () => {
        started.push(index)
        await gate.promise
        return index
      }),
    )
    await expect(limit.run(async () => 5)).rejects.toThrow('full')
    expect(started).toEqual([0, 1])
    gates[1]!.resolve()
    await calls[1]
    await Promise.resolve()
    expect(started).toEqual([0, 1, 2])
    for (const gate of gates) gate.resolve()
    expect(await Promise.all(calls)).toEqual([0, 1, 2, 3])
  })

  it('lets any number of calls wait by default', async () => {
    const limit = new ConcurrencyLimit(1)
    const order: number[] = []
    await Promise.all(Array.from({ length: 200 }, (_, index) => limit.run(async () => void order.push(index))))
    expect(order).toEqual(Array.from({ length: 200 }, (_, index) => index))
  })

  it('runs a call with `first` before waiting ones and never refuses it', async () => {
    const limit = new ConcurrencyLimit(1, { maxWaiting: 1, refusal })
    const gate = Promise.withResolvers<void>()
    const order: string[] = []
    const run = (name: string, first = false) => limit.run(async () => void order.push(name), { first })
    const running = limit.run(() => gate.promise)
    const waiting = run('waiting')
    await expect(run('refused')).rejects.toThrow('full')
    const first = run('first', true)
    gate.resolve()
    await Promise.all([running, waiting, first])
    expect(order).toEqual(['first', 'waiting'])
  })

  it('frees the slot of a failed call', async () => {
    const limit = new ConcurrencyLimit(1, { maxWaiting: 0, refusal })
    await expect(limit.run(() => Promise.reject(new Error('oops')))).rejects.toThrow('oops')
    expect(await limit.run(async () => 'next')).toBe('next')
  })
})
