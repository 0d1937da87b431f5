import { expect, it } from 'vitest'
import { z } from 'zod'
import { operation } from '../../operation/operation.ts'
import { analysePattern, isLinear } from './analyse-pattern.ts'
import { addInputPatterns, findPatterns } from './find-patterns.ts'
import { slowPatterns } from './pattern-rules.ts'

const file = (text: string, path = 'service/domain/a/a.ts') => new Map([[path, text]])
const keysIn = (text: string, path?: string) => [...findPatterns(file(text, path)).patterns.keys()]

it.each([
  ['0+$', '', '2nd degree polynomial'],
  ['^(\\w+) +(.*\\S) *$', '', '2nd degree polynomial'],
  ['^[^,]*[^,\\s][^,]*$', '', '2nd degree polynomial'],
  ['^(a|a)*$', '', 'exponential'],
])('/%s/%s is %s', (source, flags, result) => {
  expect(analysePattern(source, flags)).toBe(result)
  expect(isLinear(result)).toBe(false)
})

it.each([
  ['^\\s*[^,\\s][^,]*$', '', 'linear'],
  ['^\\d{1,9}$', 'g', 'safe'],
])('/%s/%s is %s', (source, flags, result) => {
  expect(analysePattern(source, flags)).toBe(result)
  expect(isLinear(result)).toBe(true)
})

it.each([
  ['a literal', 'const a: RegExp = /a+$/u', '/a+$/u'],
  ['a literal in a tag', 'const a = <b title={x.replace(/b+$/, "")} />', '/b+$/'],
  ['new RegExp', 'new RegExp("c+$", "i")', '/c+$/i'],
  ['RegExp without new', 'RegExp("d+$")', '/d+$/'],
  ['a text that becomes a pattern', 'text.match("e+$")', '/e+$/'],
])('finds %s', (_, text, key) => {
  expect(keysIn(text, 'web/src/a.tsx')).toEqual([key])
})

it('ignores patterns in comments, texts and tests', () => {
  expect(keysIn('// /a+$/\nconst text = "/a+$/"')).toEqual([])
  expect(keysIn('const a = /a+$/', 'service/domain/a/a.test.ts')).toEqual([])
})

it('finds the patterns of zod formats, with the options that operations use', () => {
  expect(keysIn('const a = z.email()')).toEqual([String(z.regexes.email)])
  expect(keysIn('const a = z.iso.date()')).toHaveLength(1)
  expect(keysIn('const a = z.string().max(5)')).toEqual([])
  const input = z.strictObject({ time: z.array(z.iso.datetime({ offset: true }).nullable()) })
  const inputs = { name: 'get-boat', summary: 'A boat.', effect: 'read', permission: 'sites.read' } as const
  const getBoat = operation({ ...inputs, input, output: z.object({}) }).does(async () => ({}))
  const search = findPatterns(new Map())
  addInputPatterns(search, [{ name: 'boats', operations: [getBoat], addresses: [] }])
  expect([...search.patterns.values()].map(({ locations }) => locations)).toEqual([['get-boat.time']])
})

it('reports slow patterns, new ones, ones built from variable text, and unused entries', () => {
  const violations = (text: string, results = {}, exceptions = {}) => slowPatterns(file(text), [], results, exceptions)
  const slow = { '/a+$/': '2nd degree polynomial' }
  expect(violations('/a+$/', slow)).toEqual([
    expect.stringContaining('service/domain/a/a.ts:1 has /a+$/, which is not linear'),
  ])
  expect(violations('/a+$/')).toEqual([expect.stringContaining('not judged yet')])
  expect(violations('new RegExp("a" + b)')).toEqual([expect.stringContaining('makes a pattern of text that varies')])
  expect(violations('/a/', { '/a/': 'safe' })).toEqual([])
  expect(violations('', { '/a/': 'safe' })).toEqual([expect.stringContaining('The result for /a/ is unused')])
  const reason = 'its text is a date of the database'
  expect(violations('/a+$/', slow, { '/a+$/': { reason, characters: 20 } })).toEqual([])
  expect(violations('/a+$/', slow, { '/a+$/': { reason, characters: 5000 } })).toHaveLength(1)
  expect(violations('/a+$/', slow, { '/a+$/': { reason: '', characters: 20 } })).toHaveLength(1)
})
