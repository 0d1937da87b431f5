import { expect, test, vi } from 'vitest'
import { printable, printJson, printTable } from './terminal.ts'

const hostile = 'a\u001b[2J\u001b]0;title\u0007b\u009b31mc\rd\u202ee\u2066f\u200bg\u2028h\u{e0041}i\u0000'

function printed(print: () => void): string {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  print()
  spy.mockRestore()
  return lines.join('\n')
}

test('removes terminal escapes from texts of sites', () => {
  expect(printable(hostile)).toBe('abcdefghi')
  expect(printable('Grüße 日本語\nzweite Zeile')).toBe('Grüße 日本語\nzweite Zeile')
})

test('prints such characters as escapes in JSON', () => {
  const text = printed(() => printJson({ name: hostile, list: [1] }))
  expect(text).not.toMatch(/[^\P{C}\n]|\u2028/u)
  expect(JSON.parse(text)).toEqual({ name: hostile, list: [1] })
})

test('prints one line per row of a table', () => {
  const rows = [
    { id: 1, long_name: 'one\ntwo\u001b[31m', scopes: ['read', 'write'], active: true },
    { id: 22, long_name: null, scopes: [], active: false },
  ]
  expect(printed(() => printTable(rows, ['id', 'long_name', 'scopes', 'active'])).split('\n')).toEqual([
    'id  long name  scopes      active',
    '1   one two    read,write  yes',
    '22  -          -           no',
  ])
})
