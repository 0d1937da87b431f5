import { stripVTControlCharacters } from 'node:util'

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Removes escapes that move the cursor, change colours or reverse the reading order: texts can come from hostile sites. */
export function printable(text: string): string {
  return text
    .split('\n')
    .map((line) => stripVTControlCharacters(line).replace(invisible, ''))
    .join('\n')
}

/** Values stay exact: dangerous characters are printed as JSON escapes. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value, null, 2)
  console.log(text.replace(invisible, (character) => (character === '\n' ? character : escaped(character))))
}

const escaped = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

type Cell = string | number | boolean | null | readonly (string | number)[]

/** One line per row; lists with commas, empty values as a dash. */
export function printTable<Name extends string>(rows: readonly Record<Name, Cell>[], columns: readonly Name[]): void {
  const cells = rows.map((row) => columns.map((column) => show(row[column])))
  const lines = [columns.map((column) => column.replaceAll('_', ' ')), ...cells]
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  for (const line of lines)
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function show(cell: Cell): string {
  if (cell === null || cell === '' || (Array.isArray(cell) && cell.length === 0)) return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return printable(String(cell)).replaceAll('\n', ' ')
}

/** `abcd-ef01-…`: easier to read and to type. */
export const inGroups = (text: string): string => text.replace(/.{4}(?=.)/g, '$&-')
