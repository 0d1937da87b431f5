import { addresses } from 'virtual:operations'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DataOf, InputOf } from '../../../contract/client.ts'
import { type Callable, callWhole } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { problemMessage } from '../api/problem-message.ts'
import { queries } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { hostOf } from '../ui/format/host-of.ts'
import { toast } from '../ui/toast.tsx'
import { actionTexts } from './action-texts.ts'

/** Fields that operations on many targets have in common. */
interface Outcome {
  /** Over REST: 0 if nothing that was requested was done. */
  success?: number
  /** Over REST: "2 of 3 sites synced. …" */
  message?: string
  queued?: boolean
  job_id?: string
  status?: string
  sites_queued?: number
  errors?: {
    identifier: number | string
    site_url?: string
    site_name?: string
    code: string
    message: string
    job_id?: string
  }[]
}

export type ResultTone = 'good' | 'partial' | 'bad'

const shownErrors = 3
// The job exists shortly after the request is sent; the header shows it before the response arrives.
const jobAppearsMs = 400

interface ActionTexts<Name extends Callable> {
  doing: string
  done: string | ((data: DataOf<Name>) => string)
  /** Good, unless given: a finished check can find a problem. */
  tone?: (data: DataOf<Name>) => ResultTone
  /** The page is left afterwards. What it shows is gone then, and is not read again. */
  leavesPage?: boolean
  /** Takes the change back; offered in the toast if everything was done. Undefined: it cannot be undone. */
  undo?: (data: DataOf<Name>) => (() => void) | undefined
}

const pendingActions = new Map<string, Promise<unknown>>()

/**
 * Runs an operation and shows progress and outcome in a toast. `doing`: "Syncing 12 sites"; `done`: "12 sites synced".
 * Returns null on failure. A second click while it is running returns the result of the first.
 */
export function runAction<Name extends Callable>(
  name: Name,
  input: InputOf<Name>,
  texts: ActionTexts<Name>,
): Promise<DataOf<Name> | null> {
  const key = JSON.stringify([name, input])
  const known = pendingActions.get(key) as Promise<DataOf<Name> | null> | undefined
  const result = known ?? runOnce(name, input, texts).finally(() => pendingActions.delete(key))
  pendingActions.set(key, result)
  return result
}

async function runOnce<Name extends Callable>(
  name: Name,
  input: InputOf<Name>,
  texts: ActionTexts<Name>,
): Promise<DataOf<Name> | null> {
  const id = toast(`${texts.doing} …`, { busy: true })
  let readsAgain = true
  const refreshTimer = setTimeout(() => void queries.invalidateQueries({ queryKey: ['list-jobs'] }), jobAppearsMs)
  try {
    const body = await callWhole(name, input)
    const isRest = addresses[name].surface === 'rest'
    const data = (isRest ? body.data : body) as DataOf<Name>
    const done = typeof texts.done === 'string' ? texts.done : texts.done(data)
    // Over REST the errors can be beside the data.
    const tone = texts.tone?.(data) ?? 'good'
    const undo = texts.undo?.(data)
    readsAgain = texts.leavesPage !== true
    showOutcome(id, { done, tone, undo }, { ...(data as Outcome), ...(isRest && (body as Outcome)) }, countDone(data))
    return data
  } catch (error) {
    toast(asProblem(error).message, { tone: 'bad', replaces: id })
    return null
  } finally {
    clearTimeout(refreshTimer)
    void queries.invalidateQueries({ refetchType: readsAgain ? 'active' : 'none' })
  }
}

/** Most messages name the site already. */
const nameOnce = (message: string, name: string) =>
  message.includes(name) || message.includes(hostOf(name)) ? message : `${hostOf(name)}: ${message}`

/** Items in the longest list of an answer. */
function countDone(data: unknown): number {
  if (Array.isArray(data)) return data.length
  if (typeof data !== 'object' || data === null) return 0
  const lists = Object.entries(data).filter(([key, value]) => key !== 'errors' && Array.isArray(value))
  return Math.max(0, ...lists.map(([, value]) => (value as unknown[]).length))
}

/** "2 of 3 sites synced": the first sentence of the message, or the counts. */
function headlineOf({ message, errors = [] }: Outcome, doneCount: number): string {
  const first = message?.split('. ')[0]?.replace(/\.?$/, '.')
  if (first !== undefined) return sentence(first).replace(/\.$/, '')
  return actionTexts.done({ done: doneCount, all: doneCount + errors.length })
}

function showOutcome(
  id: number,
  { done, tone, undo }: { done: string; tone: ResultTone; undo: (() => void) | undefined },
  outcome: Outcome,
  doneCount: number,
): void {
  const { queued, job_id, status, message, errors = [] } = outcome
  // Operations that always run as a job do not report `queued`; a job has a status.
  if ((queued ?? status === undefined) && job_id !== undefined) {
    return void toast(actionTexts.inBackground({ job: linkToJob(job_id) }), { replaces: id })
  }
  const running = errors.find(({ code }) => code === 'svc_still_running')
  if (running?.job_id !== undefined) {
    return void toast(actionTexts.takesLonger({ job: linkToJob(running.job_id) }), { replaces: id })
  }
  if (errors.length === 0) {
    const idle = message === 'Nothing to do.'
    const action = undo && !idle ? { label: actionTexts.undo, run: undo } : undefined
    return void toast(idle ? actionTexts.nothingToDo : `${done}.`, { tone: idle ? 'note' : tone, replaces: id, action })
  }
  toast(
    <>
      <strong>{headlineOf(outcome, doneCount)}</strong>
      {errors.slice(0, shownErrors).map(({ identifier, site_url, site_name, ...error }, position) => (
        <p key={position}>{nameOnce(problemMessage(error), site_name || site_url || String(identifier))}</p>
      ))}
      {errors.length > shownErrors && <p>{actionTexts.more({ count: errors.length - shownErrors })}</p>}
      <Link to="/jobs">{actionTexts.jobs}</Link>
    </>,
    { tone: hasFailed(outcome, doneCount) ? 'bad' : 'partial', replaces: id },
  )
}

/** False if something was done, or if it is not known what was done. */
function hasFailed({ success, errors = [] }: Outcome, doneCount: number): boolean {
  if (errors.every(({ code }) => code === 'svc_outcome_unknown')) return false
  return success === undefined ? doneCount === 0 : success === 0
}

const linkToJob = (jobId: string) => (text: ReactNode) => (
  <Link to="/jobs/$jobId" params={{ jobId }}>
    {text}
  </Link>
)
