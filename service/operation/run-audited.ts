import { findDatabaseFailure } from '../platform/database/database-failure.ts'
import { joinTransaction } from '../platform/database/join-transaction.ts'
import { answerKindOf } from './answers.ts'
import { asErrorBeforeChange, asErrorDuringChange } from './as-service-error.ts'
import { type AuditedCall, type AuditTrail, partialOutcome } from './audit.ts'
import type { ClaimedRun } from './claims/request-claims.ts'
import type { Context } from './context.ts'
import { ServiceError } from './errors.ts'
import { hideCredentials, hideCredentialsAtStart } from './hide-credentials.ts'
import { outcomeOfItems } from './item-results.ts'
import { RowsAnswer } from './json-rows.ts'
import type { AuditMode, Operation } from './operation.ts'

interface AuditedRun {
  audit: AuditTrail
  operation: Operation
  input: unknown
  context: Context
  call: AuditedCall
  /** For a request with an Idempotency-Key. */
  claimed?: ClaimedRun | undefined
}

/**
 * Runs an operation that changes something, and records it. If the database fails, the answer says that nothing was changed only
 * if that is certain; otherwise it is `svc_change_unconfirmed`.
 */
export async function runAudited(
  { audit }: { audit: AuditTrail },
  operation: Operation,
  input: unknown,
  context: Context,
  { requestId, claimed }: { requestId: string; claimed?: ClaimedRun },
): Promise<unknown> {
  // Refused calls are recorded too, and an address can contain a password.
  const subject = hideCredentials((await operation.subject?.(input, context)) ?? subjectOf(input))
  const call = { actor: context.actor, requestId, operation: operation.name, subject }
  return modes[operation.audit]({ audit, operation, input, context, call, claimed })
}

const modes: Record<AuditMode, (run: AuditedRun) => Promise<unknown>> = {
  'one-transaction': runInOneTransaction,
  'own-transaction': runWithOwnTransaction,
  'before-and-after': runBetweenRecords,
  'own-events': runWithOwnEvents,
}

async function runInOneTransaction(run: AuditedRun): Promise<unknown> {
  const { audit, operation, input, context, call, claimed } = run
  let isCommitting = false
  try {
    return await context.db.transaction().execute(async (trx) => {
      isCommitting = false
      const within = { ...context, ...unavailableInTransaction, db: joinTransaction(trx, context.db) }
      const output = checkOutput(operation, await operation.run(input, within))
      await claimed?.recordAnswer(trx, output)
      await audit.record({ ...call, outcome: outcomeOfOutput(operation, output) }, { within: trx })
      isCommitting = true
      return output
    })
  } catch (thrown) {
    throw await recordFailure(run, isCommitting ? asCommitError(thrown) : asErrorBeforeChange(thrown))
  }
}

async function runWithOwnTransaction(run: AuditedRun): Promise<unknown> {
  const { audit, operation, input, context, call, claimed } = run
  let isRecorded = false
  const recordChange: Context['recordChange'] = async (trx) => {
    await claimed?.recordChange(trx)
    await audit.record({ ...call, outcome: 'ok' }, { within: trx })
    isRecorded = true
  }
  let output: unknown
  try {
    output = await operation.run(input, { ...context, recordChange })
  } catch (thrown) {
    throw await recordFailure(run, isRecorded ? asCommitError(thrown) : asErrorBeforeChange(thrown))
  }
  const checked = checkOutput(operation, output)
  // Without a change, as when the new values are the old ones, there was no transaction.
  if (!isRecorded) await audit.record({ ...call, outcome: outcomeOfOutput(operation, checked) })
  await keepAnswer(run, checked)
  return checked
}

async function runBetweenRecords(run: AuditedRun): Promise<unknown> {
  const { audit, operation, input, context, call, claimed } = run
  let openCall: number
  try {
    openCall = await audit.open(call)
  } catch (thrown) {
    throw asErrorBeforeChange(thrown)
  }
  let isRecorded = false
  const recordChange: Context['recordChange'] = async (trx) => {
    await claimed?.recordChange(trx)
    await audit.record({ ...call, outcome: 'ok' }, { within: trx, openCall })
    isRecorded = true
  }
  let output: unknown
  try {
    output = await operation.run(input, { ...context, recordChange })
  } catch (thrown) {
    throw await recordFailure(run, asErrorDuringChange(thrown), openCall)
  }
  try {
    if (!isRecorded) await audit.record({ ...call, outcome: outcomeOfOutput(operation, output) }, { openCall })
  } catch (error) {
    // The change is made, so the caller gets its result. The open call is later recorded with an unknown outcome.
    logUnrecorded(context, call, error)
  }
  const checked = checkOutput(operation, output)
  await keepAnswer(run, checked)
  return checked
}

/** The change is made, so the caller gets its answer; a repetition learns that it was made. */
async function keepAnswer({ claimed, context, call }: AuditedRun, output: unknown): Promise<void> {
  await claimed?.recordAnswer(context.db, output).catch((error) => logUnrecorded(context, call, error))
}

/** The outcome of a call that returned: `ok`, `partial`, or the code of the first error when nothing was done. */
function outcomeOfOutput(operation: Operation, output: unknown): string {
  const results = operation.results?.(output)
  if (!results || results.errors.length === 0) return 'ok'
  const outcome = outcomeOfItems(results)
  if (outcome === 'failed') return results.errors[0]?.code ?? 'ok'
  return outcome === 'partial' ? partialOutcome : 'svc_outcome_unknown'
}

async function runWithOwnEvents(run: AuditedRun): Promise<unknown> {
  const { audit, operation, input, context, call } = run
  try {
    return checkOutput(operation, await operation.run(input, context))
  } catch (thrown) {
    const error = asErrorDuringChange(thrown)
    const { requestId, subject } = call
    const refusal = {
      operation: operation.name,
      outcome: outcomeOf(error),
      address: context.actor.address,
      requestId,
      subject,
      userId: userIdIn(subject),
    }
    await audit.recordRefusal(refusal).catch((problem) => logUnrecorded(context, call, problem))
    throw error
  }
}

/** A lost connection during the commit leaves it unknown; any other error is the answer of the database: rolled back. */
const asCommitError = (thrown: unknown) =>
  findDatabaseFailure(thrown) === 'away' ? asErrorDuringChange(thrown) : asErrorBeforeChange(thrown)

/** Returns the error for the caller, even if it could not be recorded. */
async function recordFailure(
  { audit, context, call }: AuditedRun,
  error: unknown,
  openCall?: number,
): Promise<unknown> {
  try {
    // Rate-limited calls are not recorded: they would fill the trail.
    if (!(error instanceof ServiceError && error.kind === 'rate-limited'))
      await audit.record({ ...call, outcome: outcomeOf(error) }, { openCall })
    else if (openCall !== undefined) await audit.discard(openCall)
  } catch (problem) {
    logUnrecorded(context, call, problem)
  }
  return error
}

/** `operation.subject` names the account that an anonymous caller tried to use: {"login": "ada", "user_id": 1}. */
function userIdIn(subject: string): number | null {
  const found = /"user_id":(\d{1,15})[,}]/.exec(subject)
  return found ? Number(found[1]) : null
}

const logUnrecorded = ({ log }: Context, { operation, requestId }: AuditedCall, problem: unknown) =>
  log.error({ err: problem, operation, request_id: requestId }, 'outcome not recorded')

/** A transaction must not stay open during a call to the network. */
const unavailableInTransaction = Object.fromEntries(
  (['connector', 'outbound', 'mail', 'ingest'] as const).map((name) => [
    name,
    new Proxy(() => {}, {
      get() {
        throw new Error(`context.${name} is not available in an operation with audit: 'one-transaction'.`)
      },
      apply() {
        throw new Error(`context.${name} is not available in an operation with audit: 'one-transaction'.`)
      },
    }),
  ]),
) as unknown as Pick<Context, 'connector' | 'outbound' | 'mail' | 'ingest'>

export const outcomeOf = (error: unknown) => (error instanceof ServiceError ? error.code : 'svc_internal_error')

export function checkOutput(operation: Operation, output: unknown): unknown {
  if (output instanceof RowsAnswer) {
    // The database made the rows from named columns; the other fields are checked.
    checkOutput(operation, { ...output.others, [output.list]: [] })
    return output
  }
  const kind = answerKindOf(output)
  if (kind !== 'json' && operation.answers.includes(kind)) return output
  const parsed = operation.output.safeParse(output)
  if (parsed.success) return parsed.data
  throw new Error(`${operation.name} returned output that does not match its schema: ${parsed.error.message}`)
}

/** The identifying fields of an input, for the audit line; never fields that could hold a secret. */
function subjectOf(input: unknown): string {
  const identifying = Object.entries(input ?? {}).filter(
    ([key, value]) =>
      /(^|_)(ids?|domains?|email|slugs?|name|url|login|user|role|action|type)(_|$)/.test(key) &&
      !/pass|secret|token|http_user/.test(key) &&
      value !== undefined,
  )
  // Hidden before cutting, so that no part of an address remains.
  return hideCredentialsAtStart(JSON.stringify(Object.fromEntries(identifying))).slice(0, 500)
}
