import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BodyCollector } from './body-collector.ts'
import { heldMemory } from './testing/held-memory.ts'

it('returns the pieces in order, for any sizes', () => {
  const pieces = fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 40 })
  fc.assert(
    fc.property(pieces, (sizes) => {
      const collector = new BodyCollector()
      const given = sizes.map((size, index) => Buffer.alloc(size, index))
      for (const piece of given) collector.add(Buffer.from(piece))
      expect(collector.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0))
      expect(collector.take().equals(Buffer.concat(given))).toBe(true)
      expect(collector.take()).toHaveLength(0)
    }),
    { numRuns: 50 },
  )
})

it('does not allocate memory for every byte', () => {
  const collector = new BodyCollector()
  const before = heldMemory()
  for (let n = 0; n < 500_000; n++) collector.add(Buffer.allocUnsafeSlow(1))
  expect(heldMemory() - before).toBeLessThan(5_000_000)
  expect(collector.take()).toHaveLength(500_000)
})
