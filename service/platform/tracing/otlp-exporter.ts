import type { Clock } from '../clock.ts'
import { messageOf } from '../error-facts.ts'
import type { Logger } from '../log.ts'
import type { CounterDefinition, MetricRecorder } from '../metrics.ts'
import type { Outbound } from '../outbound/http-client.ts'
import { type Attributes, type EndedSpan, spanKinds } from './tracing.ts'

export interface TracingSettings {
  /** OTEL_EXPORTER_OTLP_ENDPOINT; `/v1/traces` is added. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  ratio: number
}

interface ExporterParts {
  settings: TracingSettings
  version: string
  outbound: Pick<Outbound, 'request'>
  clock: Clock
  log: Logger
  metrics?: MetricRecorder | undefined
}

export const traceSpans: CounterDefinition = {
  name: 'flotilla_trace_spans_total',
  help: 'Steps of traces that were sent to the collector, or dropped because it did not take them; only with OTEL_EXPORTER_OTLP_ENDPOINT.',
  labels: { result: ['sent', 'dropped'] },
}

const sendEveryMs = 5_000
const maxPerCall = 512
/** About 4 MB; the oldest are dropped while the collector is slow or away. */
const maxWaiting = 8_192

export interface SpanExporter {
  add(span: EndedSpan): void
  /** Sends what waits. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Sends ended steps to an OpenTelemetry collector as OTLP over HTTP, in its JSON form. */
export function createSpanExporter(parts: ExporterParts): SpanExporter {
  const { settings, version, outbound, clock, log, metrics } = parts
  let waiting: EndedSpan[] = []
  let sending: Promise<void> = Promise.resolve()
  let isFailing = false
  let isStopped = false
  let cancel = () => {}

  const count = (result: 'sent' | 'dropped', spans: number) => {
    if (spans > 0) metrics?.increment(traceSpans, { result }, spans)
  }

  async function send(spans: EndedSpan[]): Promise<void> {
    const { status } = await outbound.request({
      url: `${settings.endpoint}/v1/traces`,
      method: 'POST',
      headers: { ...settings.headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(spans, settings.serviceName, version)),
      rateLimit: 'skip',
      maxBytes: 65_536,
      deadlines: { total: 10_000 },
    })
    if (status >= 300) throw new Error(`The collector answered ${status}.`)
  }

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxPerCall)
      waiting = waiting.slice(maxPerCall)
      try {
        await send(batch)
        count('sent', batch.length)
        isFailing = false
      } catch (error) {
        count('dropped', batch.length)
        if (!isFailing) log.warn({ reason: messageOf(error) }, 'traces could not be sent')
        isFailing = true
        return
      }
    }
  }

  function flush(): Promise<void> {
    sending = sending.then(sendWaiting)
    return sending
  }

  function sendSoon(): void {
    cancel = clock.after(sendEveryMs, () => {
      if (isStopped) return
      void flush()
      sendSoon()
    })
  }
  sendSoon()

  return {
    add(span) {
      waiting.push(span)
      if (waiting.length <= maxWaiting) return
      count('dropped', 1)
      waiting.shift()
    },
    flush,
    async stop() {
      isStopped = true
      cancel()
      await flush()
    },
  }
}

const toNanoseconds = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n)

function toOtlpValue(value: string | number | boolean): object {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const toOtlpAttributes = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => (value === null ? [] : [{ key, value: toOtlpValue(value) }]))

const statusError = 2

/** ExportTraceServiceRequest of OTLP 1.x. */
export function toOtlp(spans: readonly EndedSpan[], serviceName: string, version: string): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: toOtlpAttributes({ 'service.name': serviceName, 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'flotilla', version }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  }
}

function toOtlpSpan({ traceId, spanId, parentId, link, name, kind, startMs, endMs, attributes, failure }: EndedSpan) {
  const [, linkedTrace, linkedSpan] = link?.split('-') ?? []
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind: spanKinds[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: toOtlpAttributes({ ...attributes, ...(failure !== null && { 'error.type': failure }) }),
    status: failure === null ? {} : { code: statusError },
    ...(linkedTrace && linkedSpan && { links: [{ traceId: linkedTrace, spanId: linkedSpan }] }),
  }
}
