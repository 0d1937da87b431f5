import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { type Client, createClient, FlotillaError, isCallable } from '../../client/flotilla.ts'
import { readCatalogue } from './remote/catalogue.ts'
import { findProfile } from './remote/profiles.ts'
import { progressBar } from './remote/progress.ts'
import { readCall, type TypedCall } from './remote/read-call.ts'
import { readShownAnswer, showAnswer } from './remote/show-answer.ts'
import { printable } from './terminal.ts'
import { UsageError } from './usage-error.ts'

const usage = `flotilla call <operation> [--field value …]

  --profile <name>   the installation (flotilla profile add), or FLOTILLA_URL with FLOTILLA_KEY_FILE
  --format <format>  table, json, csv, ids or count
  --fields a,b       only these fields
  --dry-run          show what a change would do
  --yes              change without asking
  --wait             wait for the approval of a person, if the key needs one, and for the job, if the work is queued
  --set name=value   a field with the name of an option

flotilla call --search <words> lists operations. Exit codes: 0 done, 1 failed, 2 wrong use, 3 a part failed.`

const exit = { done: 0, failed: 1, partlyFailed: 3 }
/** Above it, the number of affected things must be typed. */
const maxForYes = 25

export interface Terminal {
  client: Client
  /** Null: there is no person to ask. */
  ask: ((question: string) => Promise<string>) | null
  /** Between two looks at a job. */
  wait(): Promise<unknown>
}

export async function run(_config: unknown, args: string[]): Promise<number> {
  const typed = readCall(args[0]?.startsWith('--') ? ['', ...args] : args)
  if (typed.operation === '') {
    if (typeof typed.input.search !== 'string') throw new UsageError(usage)
    return listOperations(typed.input.search)
  }
  const { url, key } = await findProfile(typed.profile)
  const reader = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : null
  const ask = reader && ((question: string) => reader.question(question))
  const wait = () => new Promise((resolve) => setTimeout(resolve, 2_000))
  return callOperation(typed, { client: createClient({ url, key }), ask, wait }).finally(() => reader?.close())
}

async function listOperations(search: string): Promise<number> {
  const words = search.toLowerCase().split(' ')
  const found = (await readCatalogue()).filter(({ name, summary }) =>
    words.every((word) => `${name} ${summary}`.toLowerCase().includes(word)),
  )
  for (const { name, effect, summary } of found) console.log(`${name} (${effect}): ${summary}`)
  return found.length > 0 ? exit.done : exit.failed
}

/** Runs the call and prints its answer; returns the exit code. */
export async function callOperation(typed: TypedCall, { client, ask, wait }: Terminal): Promise<number> {
  const { operation: name, input, isDryRun, isConfirmed, format, fields } = typed
  const operation = (await readCatalogue()).find((each) => each.name === name)
  if (!operation || !isCallable(name)) {
    throw new UsageError(
      `There is no operation ${printable(name)}. Search for it: flotilla call --search "${printable(name)}"`,
    )
  }
  if (operation.effect !== 'read' && (isDryRun || !isConfirmed)) {
    const plan = await client.planOf(name, input)
    showAnswer({ rows: plan.would_affect.map(asRow), isList: true, total: plan.count }, format, fields)
    for (const warning of plan.warnings) console.error(printable(`Warning: ${warning}`))
    if (isDryRun) return exit.done
    await requireConsent(operation.name, plan.count, ask)
  }
  const confirmed = operation.effect === 'destroy' ? { ...input, confirm: true } : input
  const send = () => client.answerOf(name, confirmed)
  const answer = await (typed.waits ? answerWhenApproved(send, { client, wait }) : send())
  const jobId = jobIdOf(answer)
  if (jobId !== null && typed.waits) return followJob(jobId, { client, wait })
  const shown = readShownAnswer(answer)
  // All pages where a program reads the answer.
  const isForPerson = format === 'table' || format === 'count'
  const pages = isForPerson || input.page !== undefined ? 1 : pagesOf(answer)
  for (let page = 2; page <= pages; page++)
    shown.rows.push(...readShownAnswer(await client.answerOf(name, { ...input, page })).rows)
  showAnswer(shown, format, fields)
  if (format === 'table' && shown.isList && shown.total > shown.rows.length)
    console.error(`${shown.rows.length} of ${shown.total} rows. Show more with --page 2`)
  return exitCodeOf(answer)
}

/** REST says how many pages there are; an ability has the numbers to compute it. */
function pagesOf({ pages, total, per_page }: Record<string, unknown>): number {
  if (typeof pages === 'number') return pages
  return typeof total === 'number' && typeof per_page === 'number' ? Math.ceil(total / per_page) : 1
}

const asRow = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : { value }

async function requireConsent(name: string, count: number, ask: Terminal['ask']): Promise<void> {
  if (!ask) throw new UsageError(`${name} changes data: add --yes to run it, or --dry-run to see what it would do.`)
  const wanted = count > maxForYes ? String(count) : 'yes'
  const answer = await ask(`${name} would affect ${count}. Type ${wanted} to continue: `)
  if (answer.trim() !== wanted) throw new UsageError('Nothing was changed.')
}

const jobIdOf = (answer: Record<string, unknown>): string | null => {
  const data = asRow(answer.data ?? answer)
  return typeof data.job_id === 'string' || typeof data.job_id === 'number' ? String(data.job_id) : null
}

/** Over REST, `success` is 0 when nothing was done, and `errors` has what failed. */
function exitCodeOf(answer: Record<string, unknown>): number {
  const listed = answer.errors ?? asRow(answer.data).errors
  const errors = Array.isArray(listed) ? listed.map(asRow) : []
  for (const { identifier = '', message = '' } of errors) console.error(printable(`Failed: ${identifier} ${message}`))
  if (answer.success === 0) return exit.failed
  return errors.length > 0 ? exit.partlyFailed : exit.done
}

const Asked = z.object({ approval_id: z.int() })

/** Sends the call again when a person has approved it. */
async function answerWhenApproved(
  send: () => Promise<Record<string, unknown>>,
  { client, wait }: Pick<Terminal, 'client' | 'wait'>,
): Promise<Record<string, unknown>> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof FlotillaError) || error.code !== 'svc_approval_required') throw error
    const { approval_id } = Asked.parse(error.data)
    console.error(printable(error.message))
    for (;;) {
      await wait()
      const { state } = asRow((await client.answerOf('get-approval', { approval_id })).data)
      if (state === 'approved') return send()
      if (state !== 'pending') throw new Error(`The call was not approved: it is ${printable(String(state))}.`)
    }
  }
}

async function followJob(jobId: string, { client, wait }: Pick<Terminal, 'client' | 'wait'>): Promise<number> {
  for (;;) {
    const job = asRow((await client.answerOf('get-job', { job_id: jobId })).data)
    const { status, outcome, processed, total } = job
    if (process.stderr.isTTY) process.stderr.write(`\rJob ${jobId} ${progressBar(Number(processed), Number(total))}`)
    if (typeof outcome === 'string' || status === 'cancelled') {
      if (process.stderr.isTTY) process.stderr.write('\n')
      console.log(`Job ${jobId}: ${printable(String(outcome ?? status))}`)
      if (outcome === 'succeeded' || outcome === 'nothing_to_do') return exit.done
      return outcome === 'partial' ? exit.partlyFailed : exit.failed
    }
    await wait()
  }
}
