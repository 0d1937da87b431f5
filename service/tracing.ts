import type { Clock } from './platform/clock.ts'
import type { Logger } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import { parseNetworks } from './platform/outbound/address-guard.ts'
import { createOutbound } from './platform/outbound/http-client.ts'
import {
  createSpanExporter,
  type SpanExporter,
  type TracingSettings,
  traceSpans,
} from './platform/tracing/otlp-exporter.ts'
import { createTracer, type Tracer } from './platform/tracing/tracing.ts'
import { version } from './version.ts'

export interface Tracing {
  tracer: Tracer
  exporter: SpanExporter
  stop(): Promise<void>
}

/** Traces of operations, jobs, calls to sites and queries, for the collector that the operator names; null without one. */
export function openTracing(
  settings: TracingSettings | undefined,
  parts: { clock: Clock; log: Logger; metrics: Metrics },
): Tracing | null {
  parts.metrics.addCounter(traceSpans)
  if (!settings) return null
  // The operator chose the address, as with the database: it may be in any network. Its own client, so that its calls have no spans.
  const outbound = createOutbound({ allowNetworks: parseNetworks('0.0.0.0/0, ::/0'), clock: parts.clock })
  const exporter = createSpanExporter({ settings, version, outbound, ...parts })
  return {
    tracer: createTracer((span) => exporter.add(span), settings.ratio),
    exporter,
    async stop() {
      await exporter.stop()
      await outbound.close()
    },
  }
}
