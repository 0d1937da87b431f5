import { useState } from 'react'
import { plan } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { type Fields, type Sheet, writeSheet } from './sheet.ts'
import { canEdit, isReady, type ListRow, mistakesByRow } from './table-rows.ts'

export type TableOperation = 'import-clients' | 'import-costs' | 'import-site-users'

/** Rows that were not imported, and why. */
export interface Outcome {
  errors: readonly { line: number; message: string }[]
}

interface PlannedRow {
  line?: number
  action?: 'add' | 'update'
}

// The service reports 50 errors at a time.
const maxRounds = 20

/** Rows of a list that the service imports as a whole or not at all: valid rows are sent, the others wait for correction. */
export function useTableImport(
  operation: TableOperation,
  send: (csv: string) => Promise<Outcome>,
  choices: object = {},
) {
  const [columns, setColumns] = useState<string[]>([])
  const [rows, setRows] = useState<ListRow[]>([])
  const [busy, setBusy] = useState<'looking' | 'importing' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** Requests a plan and excludes rejected rows until the rest is accepted. */
  const check = async (head: readonly string[], all: readonly ListRow[]): Promise<ListRow[]> => {
    const checked = new Map(all.map((row) => [row.number, row]))
    let open = all.filter(canEdit).map(({ number, fields }): ListRow => ({ number, fields, state: 'new' }))
    for (let round = 0; round < maxRounds && open.length > 0; round++) {
      const { csv, lines } = writeSheet(
        head,
        open.map(({ fields }) => fields),
      )
      try {
        const { would_affect } = await plan(operation, { csv, ...choices })
        const actions = new Map((would_affect as PlannedRow[]).map(({ line, action }) => [line, action]))
        for (const [at, row] of open.entries())
          checked.set(row.number, { ...row, planned: actions.get(lines[at]!) === 'update' ? 'update' : 'add' })
        break
      } catch (error) {
        const mistakes = mistakesByRow(asProblem(error).params, open, lines)
        if (mistakes.size === 0) throw error
        for (const row of open) {
          const message = mistakes.get(row.number)
          if (message !== undefined) checked.set(row.number, { ...row, state: 'wrong', message })
        }
        open = open.filter(({ number }) => !mistakes.has(number))
      }
    }
    return all.map(({ number }) => checked.get(number)!)
  }

  const checkRows = async (head: readonly string[], all: readonly ListRow[]): Promise<ListRow[]> => {
    setBusy('looking')
    setProblem(null)
    try {
      const checked = await check(head, all)
      setRows(checked)
      return checked
    } catch (error) {
      setProblem(asProblem(error))
      return []
    } finally {
      setBusy(null)
    }
  }

  const loadRows = (sheet: Sheet) => {
    const loaded = sheet.rows.map((fields, at): ListRow => ({ number: at + 1, fields, state: 'new' }))
    setColumns(sheet.columns)
    setRows(loaded)
    setProblem(null)
    if (loaded.length > 0) void checkRows(sheet.columns, loaded)
  }

  /** Sends these rows; rows that the service skipped get its message. */
  const start = async (all: readonly ListRow[], selected: readonly ListRow[]) => {
    const numbers = new Set(selected.map(({ number }) => number))
    const settle = (update: (row: ListRow) => ListRow) =>
      setRows(all.map((row) => (numbers.has(row.number) ? update(row) : row)))
    const { csv, lines } = writeSheet(
      columns,
      selected.map(({ fields }) => fields),
    )
    setBusy('importing')
    settle((row) => ({ ...row, state: 'running' }))
    try {
      const { errors } = await send(csv)
      const left = new Map(errors.map(({ line, message }) => [selected[lines.indexOf(line)]?.number, message]))
      settle((row) => {
        const message = left.get(row.number)
        if (message !== undefined) return { ...row, state: 'failed', message }
        return { ...row, state: row.planned === 'update' ? 'updated' : 'added' }
      })
    } catch (error) {
      settle((row) => ({ ...row, state: 'failed', message: asProblem(error).message }))
    } finally {
      setBusy(null)
      void queries.invalidateQueries()
    }
  }

  /** Changes a row and checks the list again; `again`: imports that row if it is now valid. */
  const edit = async (number: number, fields: Fields, again: boolean) => {
    const edited = rows.map((row): ListRow => (row.number === number ? { number, fields, state: 'new' } : row))
    setRows(edited)
    const checked = await checkRows(columns, edited)
    const row = checked.find((each) => each.number === number)
    if (again && row && isReady(row)) await start(checked, [row])
  }

  return { columns, rows, busy, problem, loadRows, edit, start: () => start(rows, rows.filter(isReady)) }
}
