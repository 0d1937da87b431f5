import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createTracer, inSpan } from './tracing.ts'

it('log lines have the ids of the current step, and none outside of a trace', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const ended: { name: string; traceId: string; spanId: string }[] = []
  const tracer = createTracer((span) => ended.push(span))
  const requestId = '01234567-89ab-4cde-8f01-23456789abcd'
  let late = Promise.resolve()
  await tracer.trace({ name: 'request', kind: 'server', attributes: {}, requestId }, async () => {
    log.info('in the request')
    await inSpan({ name: 'query', kind: 'client', attributes: () => ({}) }, async () => log.info('in the query'))
    late = new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))).then(() => log.info('afterwards'))
  })
  await late
  const [query, request] = ended
  expect(request!.traceId).toBe(requestId.replaceAll('-', ''))
  expect(lines.map(({ msg, trace_id, span_id }) => [msg, trace_id, span_id])).toEqual([
    ['in the request', request!.traceId, request!.spanId],
    ['in the query', request!.traceId, query!.spanId],
    ['afterwards', undefined, undefined],
  ])
})
