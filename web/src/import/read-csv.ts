import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { pageProblem } from '../api/problem.ts'
import { importTexts } from './import-texts.ts'

/** The cells of a table, row by row. Throws an error that names the line of a broken row. Load this file on demand: csv-parse is large. */
export function readCells(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw pageProblem(importTexts.brokenRow({ line: Number(error.lines) }))
  }
}

/** Spreadsheets separate cells by comma, semicolon, tab or pipe, depending on the program. */
function separatorOf(text: string): string {
  const head = text.split('\n', 1)[0]!
  return [',', ';', '\t', '|'].reduce((best, each) => (head.split(each).length > head.split(best).length ? each : best))
}
