import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readErrorRows } from '../spec/rows.ts'
import { messagesIn } from '../web/compile-texts.ts'

const root = new URL('..', import.meta.url).pathname
const read = (pattern: string, exclude: string[] = []) =>
  globSync(pattern, { cwd: root, exclude })
    .map((path) => readFileSync(`${root}/${path}`, 'utf8'))
    .join('\n')
const namesIn = (text: string) => new Set(text.match(/\bsvc_[a-z_]+\b/g) ?? [])

it('every error code of the service is in the error reference', () => {
  const quoted = read('service/**/*.ts', ['**/*.test.ts', '**/testing/**', 'service/domain/settings/groups/**'])
    .match(/'svc_[a-z_]+'/g)!
    .map((literal) => literal.slice(1, -1))
  // Setting keys have the same form.
  const settings = namesIn(read('service/domain/settings/groups/*.ts'))
  const known = new Set(readErrorRows().map(({ code }) => code))
  const unknown = quoted.filter((code) => !known.has(code) && !settings.has(code))
  expect([...new Set(unknown)]).toEqual([])
})

it('each code is there once', () => {
  const codes = readErrorRows().map(({ code }) => code)
  expect(codes.length).toBe(new Set(codes).size)
})

it('each code has a text for the pages of the dashboard, in every language (see missingTranslations)', () => {
  const path = 'web/src/api/problem-texts.ts'
  const texts = messagesIn(path, readFileSync(`${root}/${path}`, 'utf8')).map(({ key }) => key)
  const codes = readErrorRows().flatMap(({ code }) => (code.includes('{') ? [] : code))
  expect([...texts].sort()).toEqual([...codes].sort())
})
