import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DueQueue } from './due-queue.ts'

it('returns due items only, earliest first', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000)), fc.nat(1000), (times, now) => {
      const queue = new DueQueue<number>()
      for (const time of times) queue.add(time, time)
      const sorted = times.toSorted((one, other) => one - other)
      expect(queue.earliest).toBe(sorted[0])
      const taken: number[] = []
      for (let item = queue.take(now); item !== undefined; item = queue.take(now)) taken.push(item)
      expect(taken).toEqual(sorted.filter((time) => time <= now))
      expect(queue.drain().length).toBe(times.length - taken.length)
      expect(queue.earliest).toBeUndefined()
    }),
  )
})
