import { expect, it } from 'vitest'
import { describeLeftOut, describeStart, readTestOptions } from './parts.ts'

const withoutRelease = ['--exclude', '**/*.release.test.ts']

it.each([
  [[], { part: 'ordinary', seed: null, isWhole: true, args: withoutRelease }],
  [['--all'], { part: 'all', seed: null, isWhole: true, args: [] }],
  [['--release'], { part: 'release', seed: null, isWhole: true, args: ['.release.test.ts'] }],
  [['--quick'], { part: 'quick', seed: null, isWhole: false, args: [] }],
  [['launch'], { part: 'ordinary', seed: null, isWhole: false, args: ['launch'] }],
  [['--shuffle'], { part: 'ordinary', seed: 7, isWhole: true, args: withoutRelease }],
  [['--seed', '42'], { part: 'ordinary', seed: 42, isWhole: true, args: withoutRelease }],
  [['--all', '--shuffle', '--seed', '42'], { part: 'all', seed: 42, isWhole: true, args: [] }],
  [['a', '--seed', '42', '-t', 'b'], { part: 'ordinary', seed: 42, isWhole: false, args: ['a', '-t', 'b'] }],
])('reads %j', (given, expected) => {
  expect(readTestOptions(given, () => 7)).toEqual(expected)
})

it('refuses a seed that is no number', () => {
  expect(() => readTestOptions(['--seed'], () => 7)).toThrow('--seed needs a whole number.')
})

it('says first what it installs, how long it takes and in which order, and last what it left out', () => {
  const options = readTestOptions(['--seed', '42'], () => 7)
  const lines = describeStart(options, ['Chromium'], '/cache')
  expect(lines[0]).toMatch(/about 13 minutes/)
  expect(lines[1]).toMatch(/^Installs: Chromium\. .*\/cache/)
  expect(lines[2]).toMatch(/--seed 42 repeats it/)
  expect(describeStart(options, [], '/cache')[1]).toMatch(/^Installs: nothing/)
  expect(describeLeftOut(options)).toMatch(/npm run test:release/)
  expect(describeLeftOut(readTestOptions(['--all'], () => 7))).toBe(undefined)
  expect(describeLeftOut(readTestOptions(['launch'], () => 7))).toBe(undefined)
})
