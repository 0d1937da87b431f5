import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256, solvePuzzle } from './solve-puzzle.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 200])('hashes %i characters as SHA-256 does', (length) => {
  const text = 'flotilla.'.repeat(30).slice(0, length)
  const words = digest(text)
  expect([...sha256(text)]).toEqual(Array.from({ length: 8 }, (_, index) => words.readInt32BE(index * 4)))
})

it('finds a text behind the puzzle whose hash begins with zeros', async () => {
  const solution = await solvePuzzle('10.1.abc.seal')
  expect(solution.startsWith('10.1.abc.seal.')).toBe(true)
  expect(digest(solution).readUInt32BE(0)).toBeLessThan(2 ** 22)
})
