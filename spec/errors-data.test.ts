import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sectionText } from './read-interface.ts'
import { readErrorRows } from './rows.ts'

const errors = readErrorRows()
const decisions = readFileSync(new URL('decisions.md', import.meta.url), 'utf8')

it('has every code of the decisions with its status', () => {
  const text = /^## Errors[^\n]*\n([\s\S]+?)^## /m.exec(decisions)![1]!
  const stated: [string, number][] = []
  let status = 0
  for (const [, number, code] of text.matchAll(/\b([45]\d\d) (?=`svc_)|`(svc_\w+)`/g)) {
    if (number) status = Number(number)
    else stated.push([code!, status])
  }
  expect(stated.length).toBeGreaterThan(20)
  for (const [code, expected] of stated)
    expect([code, errors.find((row) => row.code === code)?.status]).toEqual([code, expected])
  const named = new Set([...stated.map(([code]) => code), 'svc_still_running', 'svc_{thing}_not_found'])
  expect(errors.filter((row) => !row.proposed && !named.has(row.code))).toEqual([])
  expect(decisions).toContain('`svc_still_running`')
  expect(sectionText('7')).toContain('svc_module_not_available')
})
