import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { builtFolder, builtPage } from '../testing/built-page.ts'

const scripts = new Map<string, string>()
beforeAll(async () => {
  await builtPage()
  const folder = join(builtFolder, 'assets')
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.js')))
    scripts.set(name, await readFile(join(folder, name), 'utf8'))
})

const scriptsWith = (pattern: RegExp) => [...scripts].filter(([, code]) => pattern.test(code)).map(([name]) => name)

it('contains compiled texts and no parser of messages', () => {
  expect(scriptsWith(/failed target/)).not.toEqual([])
  expect(scriptsWith(/, plural, |, number\}/)).toEqual([])
  // An error of the parser.
  expect(scriptsWith(/MISSING_OTHER_CLAUSE/)).toEqual([])
})

it('contains the texts of one language', async () => {
  const name = scriptsWith(/No targets in this state/)[0]!
  const folder = join(builtFolder, 'assets')
  const [german, pseudo] = await Promise.all(
    ['de', 'en-x-pseudo'].map((language) => readFile(join(folder, language, name), 'utf8')),
  )
  expect(german).toContain('Keine Ziele mit diesem Status')
  expect(german).not.toContain('No targets in this state')
  expect(pseudo).toContain('Ñó ţáŕĝéţš íñ ţĥíš šţáţé')
  expect(scriptsWith(/Keine Ziele mit diesem Status|__text__/)).toEqual([])
})

it('evaluates no code made from text, which the content security policy forbids', () => {
  expect(scriptsWith(/\beval\(|\bnew Function\b|(?<![.\w])Function\(/)).toEqual([])
})

it('loads the texts of a page with that page', () => {
  const scripts = scriptsWith(/Only administrators can move sites in/)
  expect(scripts).toEqual([expect.stringMatching(/^move-in-page-/)])
})
