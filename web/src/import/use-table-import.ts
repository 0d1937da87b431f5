import { useState } from 'react'
import { plan } from '../api/call.ts'
import { asProblem, type Problem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { type Fields, type Sheet, writeSheet } from './read-csv.ts'
import { canEdit, isReady, mistakesByRow, type TableRow } from './table-rows.ts'

export type TableOperation = 'import-clients' | 'import-costs' | 'import-site-users'

/** What is left over of a list when it was sent: which rows did not go in, and why. */
export interface Outcome {
  errors: readonly { line: number; message: string }[]
}

interface PlannedRow {
  line?: number
  action?: 'add' | 'update'
}

// The service names 50 mistakes at a time.
const mostRounds = 20

/** The rows of a list that the service takes as a whole or not at all: the good ones are sent, the others wait to be corrected. */
export function useTableImport(
  operation: TableOperation,
  send: (csv: string) => Promise<Outcome>,
  choices: object = {},
) {
  const [columns, setColumns] = useState<string[]>([])
  const [rows, setRows] = useState<TableRow[]>([])
  const [busy, setBusy] = useState<'looking' | 'importing' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** Asks the service what it would do, leaving out what it says is wrong until the rest is good. */
  const check = async (head: readonly string[], all: readonly TableRow[]): Promise<TableRow[]> => {
    const judged = new Map(all.map((row) => [row.number, row]))
    let open = all.filter(canEdit).map(({ number, fields }): TableRow => ({ number, fields, state: 'new' }))
    for (let round = 0; round < mostRounds && open.length > 0; round++) {
      const { csv, lines } = writeSheet(
        head,
        open.map(({ fields }) => fields),
      )
      try {
        const { would_affect } = await plan(operation, { csv, ...choices })
        const actions = new Map((would_affect as PlannedRow[]).map(({ line, action }) => [line, action]))
        for (const [at, row] of open.entries())
          judged.set(row.number, { ...row, planned: actions.get(lines[at]!) === 'update' ? 'update' : 'add' })
        break
      } catch (error) {
        const mistakes = mistakesByRow(asProblem(error).params, open, lines)
        if (mistakes.size === 0) throw error
        for (const row of open) {
          const message = mistakes.get(row.number)
          if (message !== undefined) judged.set(row.number, { ...row, state: 'wrong', message })
        }
        open = open.filter(({ number }) => !mistakes.has(number))
      }
    }
    return all.map(({ number }) => judged.get(number)!)
  }

  const look = async (head: readonly string[], all: readonly TableRow[]): Promise<TableRow[]> => {
    setBusy('looking')
    setProblem(null)
    try {
      const judged = await check(head, all)
      setRows(judged)
      return judged
    } catch (error) {
      setProblem(asProblem(error))
      return []
    } finally {
      setBusy(null)
    }
  }

  const take = (sheet: Sheet) => {
    const taken = sheet.rows.map((fields, at): TableRow => ({ number: at + 1, fields, state: 'new' }))
    setColumns(sheet.columns)
    setRows(taken)
    setProblem(null)
    if (taken.length > 0) void look(sheet.columns, taken)
  }

  /** Sends these rows; what the service leaves out says why. */
  const start = async (all: readonly TableRow[], chosen: readonly TableRow[]) => {
    const numbers = new Set(chosen.map(({ number }) => number))
    const settle = (turn: (row: TableRow) => TableRow) =>
      setRows(all.map((row) => (numbers.has(row.number) ? turn(row) : row)))
    const { csv, lines } = writeSheet(
      columns,
      chosen.map(({ fields }) => fields),
    )
    setBusy('importing')
    settle((row) => ({ ...row, state: 'running' }))
    try {
      const { errors } = await send(csv)
      const left = new Map(errors.map(({ line, message }) => [chosen[lines.indexOf(line)]?.number, message]))
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

  /** Corrects a row and has the list looked at again; `again`: that row goes in at once if it is good now. */
  const edit = async (number: number, fields: Fields, again: boolean) => {
    const edited = rows.map((row): TableRow => (row.number === number ? { number, fields, state: 'new' } : row))
    setRows(edited)
    const judged = await look(columns, edited)
    const row = judged.find((each) => each.number === number)
    if (again && row && isReady(row)) await start(judged, [row])
  }

  return { columns, rows, busy, problem, take, edit, start: () => start(rows, rows.filter(isReady)) }
}
