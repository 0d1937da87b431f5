import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import { codeOf } from '../error-facts.ts'

export type Attributes = Record<string, string | number | boolean | null>
/** As OpenTelemetry numbers them. */
export const spanKinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const
export type SpanKind = keyof typeof spanKinds

/** A step of a trace that has ended. Never has values of queries, bodies, or texts of a caller or a site. */
export interface EndedSpan {
  traceId: string
  spanId: string
  parentId: string | null
  /** The trace that caused this one, as `traceparent`. */
  link: string | null
  name: string
  kind: SpanKind
  startMs: number
  endMs: number
  attributes: Attributes
  /** The code of the failure. */
  failure: string | null
}

export interface Tracer {
  /** The id of the trace of a request; null if the request is not traced. */
  traceIdOf(requestId: string): string | null
  /** Runs `work` as the first step of a trace, or as a step of the trace that runs now. */
  trace<Result>(options: TraceOptions, work: () => Promise<Result>): Promise<Result>
}

export interface TraceOptions {
  name: string
  kind: SpanKind
  attributes: Attributes
  requestId: string
  /** The `traceparent` of the step that caused this one in another process. */
  parent?: string | null
  /** With `parent`: a trace of its own that refers to it, because the other one would become too large. */
  isSeparate?: boolean
}

interface Running {
  traceId: string
  spanId: string
  trace: Trace
}

/** Shared by all steps of a trace in this process. Work that outlives the first step, such as a timer, belongs to no trace. */
interface Trace {
  isOver: boolean
  end(span: EndedSpan): void
}

const storage = new AsyncLocalStorage<Running>()

const current = (): Running | undefined => {
  const running = storage.getStore()
  return running?.trace.isOver ? undefined : running
}

/** The ids of the current step for log lines; none without a trace. */
export const currentTraceIds = (): { trace_id?: string; span_id?: string } => {
  const running = current()
  return running ? { trace_id: running.traceId, span_id: running.spanId } : {}
}

/** The current step in the form of the W3C, for work that another process continues. */
export const currentTraceParent = (): string | null => {
  const running = current()
  return running ? `00-${running.traceId}-${running.spanId}-01` : null
}

export interface TracedStep<Result> {
  name: string
  kind: SpanKind
  /** Called only within a trace. */
  attributes(): Attributes
  /** Further attributes, read from the result. */
  describe?(result: Result): Attributes
}

/** Runs `work` as a step of the current trace; without a trace it only runs. */
export function inSpan<Result>(step: TracedStep<Result>, work: () => Promise<Result>): Promise<Result> {
  const parent = current()
  if (!parent) return work()
  const { name, kind, describe } = step
  const ids = { traceId: parent.traceId, parentId: parent.spanId, link: null }
  return runSpan({ name, kind, attributes: step.attributes(), ...ids }, parent.trace, work, describe)
}

/** Records a step that took that long and ends now. */
export function recordSpan({ name, kind, attributes }: TracedStep<unknown>, ms: number): void {
  const parent = current()
  if (!parent) return
  const endMs = nowMs()
  const ids = { traceId: parent.traceId, spanId: newSpanId(), parentId: parent.spanId, link: null }
  parent.trace.end({ ...ids, name, kind, attributes: attributes(), failure: null, startMs: endMs - ms, endMs })
}

/** `end` takes each ended step; `ratio` is the part of the traces that is recorded. */
export function createTracer(end: (span: EndedSpan) => void, ratio = 1): Tracer {
  // Decided by the id, so that all processes agree.
  const isRecorded = (traceId: string) => Number.parseInt(traceId.slice(0, 8), 16) / 2 ** 32 < ratio
  return {
    traceIdOf: (requestId) => (isRecorded(toTraceId(requestId)) ? toTraceId(requestId) : null),
    async trace({ name, kind, attributes, requestId, parent = null, isSeparate = false }, work) {
      if (current()) return inSpan({ name, kind: 'internal', attributes: () => attributes }, work)
      const [, parentTrace, parentSpan] = parentForm.exec(parent ?? '') ?? []
      const continues = parentTrace !== undefined && parentSpan !== undefined && !isSeparate
      const traceId = continues ? parentTrace : toTraceId(requestId)
      if (!continues && !isRecorded(traceId)) return work()
      const ids = { traceId, parentId: continues ? parentSpan : null, link: continues ? null : parent }
      const trace = { isOver: false, end }
      try {
        return await runSpan({ name, kind, attributes, ...ids }, trace, work)
      } finally {
        trace.isOver = true
      }
    },
  }
}

const parentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A request id is a UUID, whose digits are the trace id: x-request-id of an answer leads to its trace. Ids of jobs and schedules repeat. */
const toTraceId = (requestId: string) =>
  uuidForm.test(requestId)
    ? requestId.replaceAll('-', '')
    : createHash('sha256').update(requestId).update(randomBytes(16)).digest('hex').slice(0, 32)

const newSpanId = () => randomBytes(8).toString('hex')
const nowMs = () => performance.timeOrigin + performance.now()

type Begun = Pick<EndedSpan, 'traceId' | 'parentId' | 'link' | 'name' | 'kind' | 'attributes'>

async function runSpan<Result>(
  begun: Begun,
  trace: Trace,
  work: () => Promise<Result>,
  describe: (result: Result) => Attributes = () => ({}),
): Promise<Result> {
  const span = { ...begun, spanId: newSpanId(), startMs: nowMs() }
  const finish = (failure: string | null, further: Attributes = {}) =>
    trace.end({ ...span, attributes: { ...span.attributes, ...further }, endMs: nowMs(), failure })
  try {
    const result = await storage.run({ traceId: span.traceId, spanId: span.spanId, trace }, work)
    finish(null, describe(result))
    return result
  } catch (error) {
    finish(codeOf(error) ?? 'error')
    throw error
  }
}
