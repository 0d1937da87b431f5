import { invalidInput } from '../../../operation/errors.ts'
import { refuseCsvErrors, toFieldName } from '../../../operation/table-input.ts'
import { readCsvRows } from '../../../platform/csv.ts'

const maxColumns = 1_000

/** Records by column name. Rows may be shorter or longer than the header. */
export function readCsvRecords(text: string, maxRows = 10_000): Record<string, string>[] {
  const limits = { rows: maxRows, columns: maxColumns }
  const [header, ...rows] = refuseCsvErrors(() => readCsvRows(text, limits))
  if (!header) throw invalidInput({ csv: 'must start with a line that names the columns, such as url,admin' })
  const names = header.cells.map((title) => toFieldName(title.trim()))
  return rows.map(({ cells }) => {
    const record: Record<string, string> = {}
    for (const [index, cell] of cells.entries()) {
      const text = cell.trim()
      // A cell beyond the header gets a made-up name, so that the mistake is reported.
      if (text !== '') record[names[index] ?? `column ${index + 1}`] = text
    }
    return record
  })
}
