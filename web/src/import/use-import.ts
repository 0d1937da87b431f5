import { useRef, useState } from 'react'
import { call, callList, plan } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import {
  type ImportPlan,
  type ImportRow,
  isDone,
  isOpen,
  isReady,
  type RowResult,
  withPlan,
  withResults,
} from './import-rows.ts'
import { importTexts } from './import-texts.ts'
import type { Fields } from './sheet.ts'

export type ImportKind = 'sites' | 'clients' | 'costs' | 'users' | 'site-users'

export const importOperations = {
  sites: 'import-sites',
  clients: 'import-clients',
  costs: 'import-costs',
  users: 'import-users',
  'site-users': 'import-site-users',
} as const

type Records = Record<string, string | string[]>[]

/** Values for all rows: sites of users that name none. */
export type ImportChoices = Partial<Record<'websites' | 'groups' | 'clients', number[]>>

interface Options {
  ignoreIds: boolean
  choices: ImportChoices
}

/** The rows of an import that runs as a job. */
export interface ImportJob {
  jobId: string
  sent: ImportRow[]
  /** The row of each target of the job, counted from 1. */
  rowOfTargets: number[]
}

const keepsApart = { skip_invalid: true }

function planOf(kind: ImportKind, rows: Records, { ignoreIds: ignore_ids, choices }: Options) {
  if (kind === 'sites') return plan('import-sites', { rows })
  if (kind === 'users') return plan('import-users', { rows })
  if (kind === 'site-users') return plan('import-site-users', { rows, ...choices, ...keepsApart })
  if (kind === 'clients') return plan('import-clients', { rows, ignore_ids, ...keepsApart })
  return plan('import-costs', { rows, ignore_ids, create_missing: true, ...keepsApart })
}

/** Sites are called: the import runs as a job. */
type JobKind = 'sites' | 'site-users'
const isJobKind = (kind: ImportKind): kind is JobKind => kind === 'sites' || kind === 'site-users'

async function startJob(kind: JobKind, rows: Records, { choices }: Options): Promise<Omit<ImportJob, 'sent'>> {
  const background = true
  if (kind === 'sites') {
    const { job_id } = await call('import-sites', { rows, background })
    return { jobId: job_id, rowOfTargets: rows.map((_, at) => at + 1) }
  }
  const answer = await call('import-site-users', { rows, ...choices, ...keepsApart, background })
  const rowOfTargets = answer.queued ? answer.rows.flatMap(({ row, targets }) => Array<number>(targets).fill(row)) : []
  return { jobId: answer.job_id, rowOfTargets }
}

async function send(
  kind: Exclude<ImportKind, JobKind>,
  rows: Records,
  { ignoreIds: ignore_ids }: Options,
): Promise<RowResult[]> {
  if (kind === 'users') return (await call('import-users', { rows })).results
  if (kind === 'clients') return (await call('import-clients', { rows, ignore_ids, ...keepsApart })).results
  return (await call('import-costs', { rows, ignore_ids, create_missing: true, ...keepsApart })).results
}

/** Empty cells clear fields of clients and costs; of sites and users they mean nothing. */
function recordOf(kind: ImportKind, fields: Fields): Records[number] {
  if (kind === 'clients' || kind === 'costs') return { ...fields }
  const given = Object.entries(fields).filter(([, cell]) => cell !== '')
  const isList = (name: string) => kind === 'site-users' && ['websites', 'groups', 'clients'].includes(name)
  return Object.fromEntries(given.map(([name, cell]) => [name, isList(name) ? namesIn(cell) : cell]))
}

const namesIn = (cell: string) =>
  cell
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** The rows of a table from the plan to their results. */
export function useImport(kind: ImportKind) {
  const [rows, setRows] = useState<ImportRow[]>([])
  const [creates, setCreates] = useState<ImportPlan['creates']>({ clients: [], tags: [] })
  const [busy, setBusy] = useState<'checking' | 'importing' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [job, setJob] = useState<ImportJob | null>(null)
  /** The rows of the current job; results of another one are outdated. */
  const current = useRef<ImportJob | null>(null)
  const options = useRef<Options>({ ignoreIds: false, choices: {} })

  const check = async (all: readonly ImportRow[]) => {
    setRows([...all])
    const open = all.filter(isOpen)
    if (open.length === 0) return
    setBusy('checking')
    setProblem(null)
    try {
      const records = open.map(({ fields }) => recordOf(kind, fields))
      // The dry runs of all imports have these fields.
      const answer = (await planOf(kind, records, options.current)) as unknown as ImportPlan
      setRows(withPlan(all, open, answer, importTexts.unexplained))
      setCreates(answer.creates)
    } catch (error) {
      setProblem(asProblem(error).message)
    } finally {
      setBusy(null)
    }
  }

  const load = (records: readonly Fields[], given: Options) => {
    options.current = given
    return check(records.map((fields, at): ImportRow => ({ number: at + 1, fields, state: 'open', problems: {} })))
  }

  const reset = () => {
    current.current = null
    setJob(null)
    setRows([])
    setProblem(null)
    setCreates({ clients: [], tags: [] })
  }

  const start = async () => {
    const sent = rows.filter(isReady)
    const numbers = new Set(sent.map(({ number }) => number))
    const running = rows.map((row): ImportRow => (numbers.has(row.number) ? { ...row, state: 'running' } : row))
    const records = sent.map(({ fields }) => recordOf(kind, fields))
    setRows(running)
    setBusy('importing')
    setProblem(null)
    try {
      if (isJobKind(kind)) {
        current.current = { ...(await startJob(kind, records, options.current)), sent }
        setJob(current.current)
        return
      }
      setRows(withResults(running, sent, await send(kind, records, options.current)))
      finish()
    } catch (error) {
      setProblem(asProblem(error).message)
      // Whether rows were imported is not known; a check finds out.
      setRows(rows.map((row): ImportRow => (numbers.has(row.number) ? { ...row, state: 'open' } : row)))
      setBusy(null)
    }
  }

  const finish = () => {
    setBusy(null)
    setCreates({ clients: [], tags: [] })
    void queries.invalidateQueries()
  }

  /** Reads the results of the job; `over`: it has ended. */
  const follow = async (followed: ImportJob, over: boolean) => {
    const results = await readTargets(followed, over)
    if (current.current !== followed) return
    setRows((before) => withResults(before, followed.sent, results))
    if (!over) return
    current.current = null
    setJob(null)
    finish()
  }

  const edit = (number: number, field: string, cell: string) =>
    setRows((before) =>
      before.map((row) => (row.number === number ? { ...row, fields: { ...row.fields, [field]: cell } } : row)),
    )

  return {
    ...{ rows, creates, busy, problem, job },
    ...{ load, reset, start, follow, edit },
    checkAgain: () => check(rows.filter((row) => !isDone(row)).length > 0 ? rows : []),
  }
}

const outcomes = { added: 'created', connected: 'merged', unchanged: 'skipped' } as const

async function readTargets({ jobId, sent, rowOfTargets }: ImportJob, over: boolean): Promise<RowResult[]> {
  const results: RowResult[] = []
  // While a large job runs only its failures are read; the rest follows at the end.
  const failuresOnly = !over && sent.length > 300
  for (let page = 1; ; page++) {
    const { rows, total } = await callList('list-job-targets', {
      job_id: jobId,
      page,
      per_page: 500,
      ...(failuresOnly && { state: 'failed' as const }),
    })
    for (const { position, state, result, error } of rows) {
      const row = rowOfTargets[position] ?? 0
      if (state === 'succeeded') {
        // The results of import-site.
        const { outcome = 'added', site_id } = (result ?? {}) as { outcome?: keyof typeof outcomes; site_id?: number }
        results.push({ row, outcome: outcomes[outcome], id: site_id ?? null, message: null })
      } else if (state === 'failed' || state === 'cancelled')
        results.push({ row, outcome: 'failed', id: null, message: error?.message ?? importTexts.cancelled })
    }
    if (rows.length === 0 || page * 500 >= total) return mergeResults(results, rowOfTargets)
  }
}

/** One result per row: a user of several sites is added when it was added to all of them. */
function mergeResults(results: readonly RowResult[], rowOfTargets: readonly number[]): RowResult[] {
  const targets = Map.groupBy(rowOfTargets, (row) => row)
  return [...Map.groupBy(results, ({ row }) => row)].flatMap(([row, own]) => {
    const total = targets.get(row)?.length ?? 1
    const failed = own.filter(({ outcome }) => outcome === 'failed')
    const [failure] = failed
    if (total > 1 && failure)
      return {
        ...failure,
        message: importTexts.someSites({ count: failed.length, total, reason: failure.message ?? '' }),
      }
    return own.length < total ? [] : own.slice(0, 1)
  })
}
