import { useRef, useState } from 'react'
import { call, callList, plan } from '../../api/call.ts'
import { asProblem } from '../../api/problem.ts'
import { queries } from '../../api/query.ts'
import type { Fields } from '../../import/sheet.ts'
import { toast } from '../../ui/toast.tsx'
import {
  canImport,
  type ImportRow,
  type ImportTarget,
  isSiteImported,
  rowsOf,
  withOutcome,
  withWarnings,
} from './import-rows.ts'

const perPage = 100
// While a larger import runs only failures are fetched; the rest is known at the end.
const readAllUpTo = 300

export interface Batch {
  jobId: string | null
  /** Numbers of the imported rows, in the order of the job's targets. */
  numbers: number[]
}

/** Rows of an import, the job that imports them, and their outcomes. */
export function useSiteImport() {
  const [rows, setRows] = useState<ImportRow[]>([])
  const [batch, setBatch] = useState<Batch | null>(null)
  /** The rows of the current job; results of other rows are outdated. */
  const currentNumbers = useRef<number[]>([])

  const change = (numbers: readonly number[], update: (row: ImportRow, index: number) => ImportRow) => {
    const indexes = new Map(numbers.map((number, index) => [number, index]))
    setRows((before) =>
      before.map((row) => {
        const index = indexes.get(row.number)
        return index === undefined ? row : update(row, index)
      }),
    )
  }

  /** Sets the rows and requests the plan to find invalid ones. */
  const loadRows = async (records: readonly Fields[]) => {
    const loaded = rowsOf(records)
    setRows(loaded)
    if (loaded.length === 0) return
    try {
      const { warnings } = await plan('import-sites', { rows: loaded.map(({ fields }) => ({ ...fields })) })
      setRows(withWarnings(loaded, warnings))
    } catch (error) {
      toast(asProblem(error).message, { tone: 'bad' })
    }
  }

  const start = async (rowsToImport: readonly ImportRow[]) => {
    const selected = rowsToImport.filter(canImport)
    const numbers = selected.map(({ number }) => number)
    currentNumbers.current = numbers
    change(numbers, ({ message: _, ...row }) => ({ ...row, state: 'waiting' }))
    setBatch({ jobId: null, numbers })
    try {
      const { job_id } = await call('import-sites', {
        rows: selected.map(({ fields }) => ({ ...fields })),
        background: true,
      })
      setBatch({ jobId: job_id, numbers })
    } catch (error) {
      change(numbers, (row) => ({ ...row, state: 'failed', message: asProblem(error).message }))
      setBatch(null)
    }
  }

  /** Reads the outcomes of the rows; `over`: the job has ended. */
  const follow = async ({ jobId, numbers }: Batch, over: boolean) => {
    if (jobId === null) return
    const all = numbers.length <= readAllUpTo
    const targets = new Map((await targetsOf(jobId, all)).map((target) => [target.position, target]))
    if (currentNumbers.current !== numbers) return
    change(numbers, (row, index) => {
      // An earlier request may be answered later: keep the state of finished rows.
      if (!over && (isSiteImported(row) || row.state === 'failed')) return row
      const target = targets.get(index)
      if (target) return withOutcome(row, target)
      return all ? row : { ...row, state: over ? 'added' : 'running' }
    })
    if (!over) return
    setBatch(null)
    void queries.invalidateQueries()
  }

  /** Changes a row; the service checks it when it is imported. */
  const edit = (number: number, fields: Fields): ImportRow => {
    const edited: ImportRow = { number, fields, state: 'new' }
    change([number], () => edited)
    return edited
  }

  return { rows, batch, loadRows, start, follow, edit }
}

async function targetsOf(job_id: string, all: boolean): Promise<ImportTarget[]> {
  const found: ImportTarget[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await callList('list-job-targets', {
      job_id,
      page,
      per_page: perPage,
      ...(!all && { state: 'failed' as const }),
    })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}
