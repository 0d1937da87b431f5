import { isDeepStrictEqual } from 'node:util'
import type { Actor } from './actor.ts'
import { kindOfAnswer } from './answers.ts'
import type { AuditTrail } from './audit.ts'
import type { Context } from './context.ts'
import { convert } from './convert.ts'
import { confirmationRequired, invalidInput, moduleNotAvailable, ServiceError } from './errors.ts'
import { type Fits, fitsOf } from './fits.ts'
import { hideCredentials } from './hide-credentials.ts'
import { RowsAnswer } from './json-rows.ts'
import { guardNames, inputSchema, type JsonSchema } from './json-schema.ts'
import type { Operation, Plan } from './operation.ts'
import { asServiceError } from './part-failure.ts'
import { readFields } from './read-fields.ts'
import { requirePermission } from './require-permission.ts'

/** What the pipeline is built of; made once per process. */
export interface Pipeline {
  services: Omit<Context, 'actor' | 'resumed'>
  isModuleActive(name: string): boolean
  audit: AuditTrail
  /** Counts what ran, how it ended (`ok` or an error code) and how long it took. */
  measure(operation: string, outcome: string, seconds: number): void
  /** A heavy operation begins; returns what to call when it has ended, or throws when there is no capacity. */
  admitHeavy?(actor: Actor): () => void
}

/** What surrounds one call. */
export interface Call {
  actor: Actor
  requestId: string
  /** The surface itself says yes, as a DELETE over REST does. */
  confirmed?: boolean
  /** Input set by the address rather than the caller; not held to the caller's limits. */
  fixed?: Record<string, unknown>
  /** A target of a job: the job stands in the audit trail and keeps the outcome of each target itself. */
  unaudited?: boolean
  /** The same call was begun before by a worker that died: what it changes may already be there. */
  resumed?: boolean
}

export interface Outcome {
  output: unknown
  dryRun: boolean
}

/** The one pipeline: permission, module, input, confirm, plan or run, output, audit. */
export async function runOperation(
  pipeline: Pipeline,
  operation: Operation,
  raw: unknown,
  call: Call,
): Promise<Outcome> {
  const start = performance.now()
  let ended = 'ok'
  let release: (() => void) | undefined
  try {
    const admitHeavy = () => {
      if (!call.unaudited) release = pipeline.admitHeavy?.(call.actor)
    }
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
  if (operation.heavyWhen?.(input as never)) admitHeavy()
  const context: Context = { ...pipeline.services, actor: call.actor, resumed: call.resumed ?? false }
  if (guards.dry_run && operation.plan) {
    return { output: describePlan(await operation.plan(input, context)), dryRun: true }
  }
  // Who says no means it, whatever the surface takes for granted.
  const confirmed = guards.confirm ?? call.confirmed ?? false
  if (operation.effect === 'destroy' && !confirmed) throw confirmationRequired(operation.label)
  if (operation.effect === 'read' || call.unaudited)
    return { output: checkOutput(operation, await operation.run(input, context)), dryRun: false }
  return { output: await runAudited(pipeline, operation, input, context, call), dryRun: false }
}

async function runAudited(pipeline: Pipeline, operation: Operation, input: unknown, context: Context, call: Call) {
  const entry = {
    actor: call.actor,
    requestId: call.requestId,
    operation: operation.name,
    // Also what is refused is kept, and an address can hold a password.
    subject: hideCredentials((await operation.subject?.(input, context)) ?? subjectOf(input)),
  }
  let output: unknown
  try {
    output = await operation.run(input, context)
  } catch (thrown) {
    const error = asServiceError(thrown)
    // What was refused for coming too often is not worth a line each: somebody would fill the trail with it.
    const worthALine = !(error instanceof ServiceError && error.kind === 'rate-limited')
    if (worthALine) await pipeline.audit.record({ ...entry, outcome: outcomeOf(error) })
    throw error
  }
  await pipeline.audit.record({ ...entry, outcome: 'ok' })
  return checkOutput(operation, output)
}

const outcomeOf = (error: unknown) => (error instanceof ServiceError ? error.code : 'svc_internal_error')

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
      else if (key !== 'user_confirmed') guards[key as keyof Guards] = yes
      continue
    }
    given[key] = value
  }
  const schema = inputSchema(operation)
  foldAliases(operation, schema, given, problems)
  const read = readFields(operation.input, schema, given, operation.effect === 'read' ? [] : guardNames)
  Object.assign(problems, read.problems)
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return { input: fixed ? { ...(read.data as object), ...fixed } : read.data, guards }
}

/**
 * One name per field. Clients fill in published defaults and send back what they read, so a default beside another
 * spelling says nothing, nor does the same value twice.
 */
function foldAliases(
  { aliases }: Operation,
  schema: JsonSchema,
  given: Record<string, unknown>,
  problems: Record<string, string>,
): void {
  for (const [alias, name] of Object.entries(aliases)) {
    if (!Object.hasOwn(given, alias)) continue
    const idle = [schema.properties?.[name]?.default, given[alias]]
    if (Object.hasOwn(given, name) && !idle.some((value) => isDeepStrictEqual(given[name], value))) {
      problems[alias] = `says the same as ${name}; give only one of them`
    }
    given[name] = given[alias]
    delete given[alias]
  }
}

function describePlan(plan: Plan) {
  const { would_affect, warnings = [], count = would_affect.length, ...identifying } = plan
  return { dry_run: true, ...identifying, would_affect, count, warnings }
}

function checkOutput(operation: Operation, output: unknown): unknown {
  if (output instanceof RowsAnswer) {
    // The rows are text that the database made of named columns; everything around them is checked as ever.
    checkOutput(operation, { ...output.others, [output.list]: [] })
    return output
  }
  const kind = kindOfAnswer(output)
  if (kind !== 'json' && operation.answers.includes(kind)) return output
  if (outputFits(operation)(output)) return output
  const parsed = operation.output.safeParse(output)
  if (parsed.success) return parsed.data
  throw new Error(`${operation.name} answered what it did not promise: ${parsed.error.message}`)
}

const known = new WeakMap<Operation, Fits>()

function outputFits(operation: Operation): Fits {
  const fits = known.get(operation) ?? fitsOf(operation.output)
  known.set(operation, fits)
  return fits
}

/** The identifying fields of an input, for the audit line; anything that could be a secret is not among them. */
function subjectOf(input: unknown): string {
  const identifying = Object.entries(input as Record<string, unknown>).filter(
    ([key, value]) =>
      /(^|_)(ids?|domains?|email|slugs?|name|url|login|user|role|action|type)(_|$)/.test(key) &&
      !/pass|secret|token|http_user/.test(key) &&
      value !== undefined,
  )
  // Hidden before it is cut, so that no half of an address is left.
  return hideCredentials(JSON.stringify(Object.fromEntries(identifying))).slice(0, 500)
}
