import { describe, expect, it } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

describe('ConcurrencyLimit', () => {
  it('runs two calls and lets the others wait in order', async () => {
    const limit = new ConcurrencyLimit(2)
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
    const started: number[] = []
    const calls = gates.map((gate, index) =>
      limit.run(async () => {
        started.push(index)
        await gate.promise
        return index
      }),
    )
    expect(started).toEqual([0, 1])
    gates[1]!.resolve()
    await calls[1]
    await Promise.resolve()
    expect(started).toEqual([0, 1, 2])
    for (const gate of gates) gate.resolve()
    expect(await Promise.all(calls)).toEqual([0, 1, 2, 3])
  })

  it('frees the slot of a failed call', async () => {
    const limit = new ConcurrencyLimit(1)
    await expect(limit.run(() => Promise.reject(new Error('oops')))).rejects.toThrow('oops')
    expect(await limit.run(async () => 'next')).toBe('next')
  })
})
