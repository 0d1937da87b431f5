import { useRef, useState } from 'react'
import { call, callList, plan } from '../../api/call.ts'
import { asProblem } from '../../api/problem.ts'
import { queries } from '../../api/query.ts'
import type { Fields } from '../../import/read-csv.ts'
import { toast } from '../../ui/toast.tsx'
import { canImport, type ImportRow, isDone, rowsOf, type Target, withOutcome, withWarnings } from './import-rows.ts'

const perPage = 100
// Of larger imports only the failures are fetched while they run; the rest is known when they are over.
const readAllUpTo = 300

export interface Batch {
  jobId: string | null
  /** The numbers of the rows it imports; the place in here is the place in the job. */
  numbers: number[]
}

/** The rows of an import, their way into a job, and what comes of each. */
export function useImport() {
  const [rows, setRows] = useState<ImportRow[]>([])
  const [batch, setBatch] = useState<Batch | null>(null)
  /** The rows under way; what is heard about others comes too late. */
  const underWay = useRef<number[]>([])

  const change = (numbers: readonly number[], turn: (row: ImportRow, at: number) => ImportRow) => {
    const places = new Map(numbers.map((number, at) => [number, at]))
    setRows((before) =>
      before.map((row) => {
        const at = places.get(row.number)
        return at === undefined ? row : turn(row, at)
      }),
    )
  }

  /** Takes a list, and asks the service at once what is wrong with it. */
  const take = async (records: readonly Fields[]) => {
    const taken = rowsOf(records)
    setRows(taken)
    if (taken.length === 0) return
    try {
      const { warnings } = await plan('import-sites', { rows: taken.map(({ fields }) => ({ ...fields })) })
      setRows(withWarnings(taken, warnings))
    } catch (error) {
      toast(asProblem(error).message, { tone: 'bad' })
    }
  }

  const start = async (chosen: readonly ImportRow[]) => {
    const wanted = chosen.filter(canImport)
    const numbers = wanted.map(({ number }) => number)
    underWay.current = numbers
    change(numbers, ({ message: _, ...row }) => ({ ...row, state: 'waiting' }))
    setBatch({ jobId: null, numbers })
    try {
      const { job_id } = await call('import-sites', {
        rows: wanted.map(({ fields }) => ({ ...fields })),
        background: true,
      })
      setBatch({ jobId: job_id, numbers })
    } catch (error) {
      change(numbers, (row) => ({ ...row, state: 'failed', message: asProblem(error).message }))
      setBatch(null)
    }
  }

  /** Reads what has come of the rows so far; `over`: the job is done. */
  const follow = async ({ jobId, numbers }: Batch, over: boolean) => {
    if (jobId === null) return
    const all = numbers.length <= readAllUpTo
    const targets = new Map((await targetsOf(jobId, all)).map((target) => [target.position, target]))
    if (underWay.current !== numbers) return
    change(numbers, (row, at) => {
      // What was asked earlier may be answered later: a row that is known to be over stays so.
      if (!over && (isDone(row) || row.state === 'failed')) return row
      const target = targets.get(at)
      if (target) return withOutcome(row, target)
      return all ? row : { ...row, state: over ? 'added' : 'running' }
    })
    if (!over) return
    setBatch(null)
    void queries.invalidateQueries()
  }

  /** Corrects a row; the service looks at it again when it is imported. */
  const edit = (number: number, fields: Fields): ImportRow => {
    const edited: ImportRow = { number, fields, state: 'new' }
    change([number], () => edited)
    return edited
  }

  return { rows, batch, take, start, follow, edit }
}

async function targetsOf(job_id: string, all: boolean): Promise<Target[]> {
  const found: Target[] = []
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
