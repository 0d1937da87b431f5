import { isDeepStrictEqual } from 'node:util'
import type { Tracer } from '../platform/tracing/tracing.ts'
import type { Actor } from './actor.ts'
import type { Approvals } from './approvals.ts'
import { asErrorDuringChange, asServiceError } from './as-service-error.ts'
import type { AuditTrail } from './audit.ts'
import { type CostClass, costClassOf } from './call-rates.ts'
import type { ClaimedRun, RequestClaims } from './claims/request-claims.ts'
import type { Context } from './context.ts'
import { convert } from './convert.ts'
import { confirmationRequired, invalidInput, moduleNotAvailable } from './errors.ts'
import { guardNames, type JsonSchema } from './json-schema.ts'
import type { Operation, Plan } from './operation.ts'
import { readFields } from './read-fields.ts'
import { requirePermission, requireStepUp, requireTier } from './require-permission.ts'
import { checkOutput, outcomeOf, runAudited } from './run-audited.ts'

/** The dependencies of the pipeline; created once per process. */
export interface Pipeline {
  services: Omit<Context, 'actor' | 'resumed' | 'retriedAt' | 'jobId' | 'recordChange'>
  isModuleActive(name: string): boolean
  audit: AuditTrail
  /** Decides whether a call of a key with the tier `ask` may run. */
  approvals: Approvals
  /** Without it, Idempotency-Keys have no effect. */
  claims?: RequestClaims
  /** Records the operation, its outcome (`ok` or an error code) and its duration. */
  measure(operation: string, outcome: string, seconds: number): void
  tracer?: Tracer
  /** Called before a heavy operation; returns its release function, or throws when there is no capacity. */
  admitHeavy?(actor: Actor): () => void
  /** Counts the call; throws when the caller has too many. */
  chargeRate?(actor: Actor, cost: CostClass): void
}

/** Everything about one call except its input. */
export interface Call {
  actor: Actor
  requestId: string
  /** The surface confirms, as a DELETE over REST does. */
  confirmed?: boolean
  /** The Idempotency-Key: the same change is made once, and a repetition gets the answer of the first request. */
  idempotencyKey?: string | undefined
  /** Throws unless the change may be made. Not called for a repetition, which gets the answer of the first request. */
  precondition?: () => Promise<void>
  /** Called when the answer is that of an earlier request. */
  onRepeated?: () => void
  /** Input set by the address; input limits do not apply. */
  fixed?: Record<string, unknown>
  /** A target of a job: the audit trail has the job, and the job stores the outcome of each target. */
  unaudited?: boolean
  /** A worker that died may have started this call: its changes may already exist. */
  resumed?: boolean
  /** The job that this call is a target of. */
  jobId?: number | null
  /** The last time that a user retried this target of a job. */
  retriedAt?: Date | null
  /** The step of a trace that started the job; `isSeparate`: the job has too many targets for one trace. */
  trace?: { parent: string | null; isSeparate: boolean }
}

export interface Outcome {
  output: unknown
  dryRun: boolean
}

/** The pipeline: permission, module, input, confirm, plan or run, output, audit. */
export function runOperation(pipeline: Pipeline, operation: Operation, raw: unknown, call: Call): Promise<Outcome> {
  const { tracer } = pipeline
  if (!tracer) return runMeasured(pipeline, operation, raw, call)
  const { actor, requestId, jobId = null, trace } = call
  const attributes = { 'flotilla.operation': operation.name, 'flotilla.actor': actor.kind, 'flotilla.job_id': jobId }
  const kind = jobId === null ? 'server' : 'consumer'
  return tracer.trace({ name: operation.name, kind, attributes, requestId, ...trace }, () =>
    runMeasured(pipeline, operation, raw, call),
  )
}

async function runMeasured(pipeline: Pipeline, operation: Operation, raw: unknown, call: Call): Promise<Outcome> {
  const start = performance.now()
  let ended = 'ok'
  let release: (() => void) | undefined
  try {
    // The targets of a job were counted as one call.
    const charge = (cost: CostClass) => call.unaudited || pipeline.chargeRate?.(call.actor, cost)
    const admitHeavy = () => {
      if (call.unaudited) return
      charge('heavy')
      release = pipeline.admitHeavy?.(call.actor)
    }
    charge(costClassOf(operation))
    if (operation.heavy) {
      requirePermission(operation, call.actor)
      admitHeavy()
    }
    return await execute(pipeline, operation, raw, call, admitHeavy)
  } catch (thrown) {
    const error = asServiceError(thrown)
    ended = outcomeOf(error)
    throw error
  } finally {
    release?.()
    pipeline.measure(operation.name, ended, (performance.now() - start) / 1000)
  }
}

async function execute(
  pipeline: Pipeline,
  operation: Operation,
  raw: unknown,
  call: Call,
  admitHeavy: () => void,
): Promise<Outcome> {
  requirePermission(operation, call.actor)
  if (operation.requires && !pipeline.isModuleActive(operation.requires)) throw moduleNotAvailable(operation.requires)
  const { input, guards } = readInput(operation, raw, call.fixed)
  if (operation.heavyWhen?.(input)) admitHeavy()
  const { actor, resumed = false, retriedAt = null, jobId = null } = call
  const context: Context = { ...pipeline.services, actor, resumed, retriedAt, jobId, recordChange: async () => {} }
  if (guards.dry_run && operation.plan) {
    await call.precondition?.()
    return { output: describePlan(await operation.plan(input, context)), dryRun: true }
  }
  // An explicit confirm: false overrules the surface.
  const confirmed = guards.confirm ?? call.confirmed ?? false
  if (operation.effect === 'destroy' && !confirmed) throw confirmationRequired(operation.label)
  requireStepUp(operation, actor, context.clock)
  return { output: await run(pipeline, operation, input, context, call), dryRun: false }
}

async function run(pipeline: Pipeline, operation: Operation, input: unknown, context: Context, call: Call) {
  if (operation.effect === 'read') return checkOutput(operation, await operation.run(input, context))
  const { actor, idempotencyKey: key, requestId } = call
  const runChange = async (claimed?: ClaimedRun) => {
    await call.precondition?.()
    // Not for the targets of a job: the call that created the job was approved.
    const tier = await requireTier(operation, input, context)
    if (tier === 'ask') await pipeline.approvals.require({ operation, input, context, requestId })
    return runAudited(pipeline, operation, input, context, { requestId, ...(claimed && { claimed }) })
  }
  if (!call.unaudited) {
    // An answer before sign-in must never be repeated for another caller.
    if (
      key === undefined ||
      !pipeline.claims ||
      operation.permission === 'public' ||
      (actor.kind !== 'user' && actor.kind !== 'key')
    )
      return runChange()
    const { output, isRepeated } = await pipeline.claims.once({ actor, key, operation, input }, runChange)
    if (isRepeated) call.onRepeated?.()
    return output
  }
  try {
    return checkOutput(operation, await operation.run(input, context))
  } catch (error) {
    throw asErrorDuringChange(error)
  }
}

interface Guards {
  confirm?: boolean
  dry_run?: boolean
}

function readInput(operation: Operation, raw: unknown, fixed?: Record<string, unknown>) {
  if (raw !== undefined && raw !== null && (typeof raw !== 'object' || Array.isArray(raw))) {
    throw invalidInput({ '': 'send an object of named fields' })
  }
  const guards: Guards = {}
  const given: Record<string, unknown> = {}
  const problems: Record<string, string> = {}
  for (const [key, value] of Object.entries(raw ?? {})) {
    if (operation.effect !== 'read' && guardNames.includes(key) && !Object.hasOwn(operation.input.shape, key)) {
      const yes = convert({ type: 'boolean' }, value)
      if (typeof yes !== 'boolean') problems[key] = 'must be true or false'
      else if (key === 'confirm' || key === 'dry_run') guards[key] = yes
      continue
    }
    if (!operation.readOnly?.includes(key)) given[key] = value
  }
  const schema = operation.inputSchema
  renameAliases(operation, schema, given, problems)
  const read = readFields(operation.input, schema, given, operation.effect === 'read' ? [] : guardNames)
  Object.assign(problems, read.problems)
  if (!read.data || Object.keys(problems).length > 0) throw invalidInput(problems)
  return { input: fixed ? { ...read.data, ...fixed } : read.data, guards }
}

/**
 * One name per field. Clients fill in published defaults and send back records, so a default next to another
 * spelling is ignored, and so is an equal value.
 */
function renameAliases(
  { aliases }: Operation,
  schema: JsonSchema,
  given: Record<string, unknown>,
  problems: Record<string, string>,
): void {
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(given, alias)) continue
    const idle = [schema.properties?.[name]?.default, given[alias]]
    if (Object.hasOwn(given, name) && !idle.some((value) => isDeepStrictEqual(given[name], value))) {
      problems[alias] = `is the same field as ${name}; give only one of them`
    }
    given[name] = given[alias]
    delete given[alias]
  }
}

/** What a dry run answers. */
export function describePlan(plan: Plan) {
  const { would_affect, warnings = [], count = would_affect.length, ...identifying } = plan
  return { dry_run: true, ...identifying, would_affect, count, warnings }
}
