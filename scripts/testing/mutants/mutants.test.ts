import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../../..')

it('each mutant changes one place of its file, and no two are the same', () => {
  const places = ({ file, from }: (typeof mutants)[number]) =>
    readFileSync(join(root, file), 'utf8').split(from).length - 1
  expect(mutants.filter((mutant) => places(mutant) !== 1 || mutant.from === mutant.to)).toEqual([])
  expect(new Set(mutants.map(({ file, from }) => `${file} ${from}`)).size).toBe(mutants.length)
  expect(mutants.length).toBeGreaterThanOrEqual(60)
})
