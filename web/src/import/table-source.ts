import { pageProblem } from '../api/problem.ts'
import { importTexts } from './import-texts.ts'

export const maxRows = 10_000
const maxColumns = 200
const maxBytes = 15_000_000

export interface SourceTable {
  titles: string[]
  rows: string[][]
}

/** Reads a table from text. Throws a sentence for the user. */
export async function readSource(text: string, { firstField }: { firstField: string }): Promise<SourceTable> {
  const { readCells } = await import('./read-csv.ts')
  const [head = [], ...lines] = readCells(text)
  // A list of addresses alone needs no line that names the columns.
  const isList = firstField === 'url' && head.length === 1 && /^https?:\/\//i.test(head[0] ?? '')
  const titles = isList ? [firstField] : head
  const rows = isList ? [head, ...lines] : lines
  if (rows.length === 0) throw pageProblem(importTexts.noRows)
  if (rows.length > maxRows) throw pageProblem(importTexts.tooManyRows({ count: rows.length, limit: maxRows }))
  const width = rows.reduce((widest, cells) => Math.max(widest, cells.length), titles.length)
  if (width > maxColumns) throw pageProblem(importTexts.tooManyColumns({ count: width, limit: maxColumns }))
  // Cells beyond the titles have a column too, so that nothing is lost.
  const all = Array.from({ length: width }, (_, at) => titles[at] || importTexts.untitled({ number: at + 1 }))
  return { titles: all, rows }
}

export async function readFileText(file: File): Promise<string> {
  if (file.size > maxBytes) throw pageProblem(importTexts.tooLarge)
  const { decodeText } = await import('./decode-text.ts')
  return decodeText(new Uint8Array(await file.arrayBuffer()))
}
