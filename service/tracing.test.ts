import { expect, it, onTestFinished } from 'vitest'
import { callers } from './testing/callers.ts'
import { connectedFleet } from './testing/connected-fleet.ts'
import { seedPeople } from './testing/people.ts'
import { startRecordingServer } from './testing/recording-server.ts'
import { startTestService } from './testing/test-service.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, string> }[]
  status: { code?: number }
}

const valueOfAttribute = ({ attributes }: Span, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]

it('sends the steps of a sync, from the request over the job and the site to the queries, as one trace', async () => {
  let status = 200
  const collector = await startRecordingServer('127.0.0.1', (response) => response.writeHead(status).end('{}'))
  const endpoint = collector.url.replace(/\/$/, '')
  const tracing = { endpoint, headers: { 'x-key': 'of the collector' }, serviceName: 'fleet', ratio: 1 }
  const service = await startTestService({ works: true, tracing }, false)
  onTestFinished(() => service.close())
  const fixture = { service, people: await seedPeople(service) }
  const { rest } = callers(fixture)
  const { fleet } = await connectedFleet(service, { sites: 2, clock: service.clock })
  onTestFinished(() => fleet.close())

  const synced = await rest('POST /sites/sync')
  expect(synced.body.message).toMatch(/^2 sites synced|^All 2/)
  const refused = await rest('GET /sites/999')
  const traceOf = ({ headers }: typeof synced) => String(headers['x-request-id']).replaceAll('-', '')
  const spans = () =>
    collector.requests.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[])
  await expect
    .poll(() => {
      service.clock.advance(5_000)
      return spans().some(({ traceId, parentSpanId }) => traceId === traceOf(refused) && !parentSpanId)
    })
    .toBe(true)

  const [request] = collector.requests
  expect(request).toMatchObject({ method: 'POST', path: '/v1/traces', headers: { 'x-key': 'of the collector' } })
  const { resource } = JSON.parse(request!.body).resourceSpans[0]
  expect(resource.attributes[0]).toEqual({ key: 'service.name', value: { stringValue: 'fleet' } })

  const ofSync = spans().filter(({ traceId }) => traceId === traceOf(synced))
  const root = ofSync.find(({ parentSpanId }) => !parentSpanId)!
  expect(root.name).toBe('sync-sites')
  const targets = ofSync.filter(({ name }) => name === 'sync-site')
  expect(targets).toHaveLength(2)
  const within = (span: Span, ancestor: Span): boolean =>
    span.parentSpanId === ancestor.spanId ||
    ofSync.some((each) => each.spanId === span.parentSpanId && within(each, ancestor))
  for (const target of targets) {
    expect(within(target, root)).toBe(true)
    expect(valueOfAttribute(target, 'flotilla.job_id')).toMatch(/^\d+$/)
    const steps = ofSync.filter((span) => within(span, target))
    const calls = steps.filter(({ name }) => name === 'call')
    expect(calls.map((span) => valueOfAttribute(span, 'http.response.status_code'))).toContain('200')
    expect(steps.map((span) => valueOfAttribute(span, 'db.query.text') ?? '').join('\n')).toMatch(/update .?sites/)
    expect(BigInt(target.endTimeUnixNano)).toBeGreaterThan(BigInt(target.startTimeUnixNano))
  }

  // The answer and the log lead to the trace; no value of a query is in it.
  expect(refused.body.data).toMatchObject({ status: 404, trace_id: traceOf(refused) })
  const failed = spans().find(({ traceId, parentSpanId }) => traceId === traceOf(refused) && !parentSpanId)!
  expect([failed.status.code, valueOfAttribute(failed, 'error.type')]).toEqual([2, 'svc_site_not_found'])
  const sent = collector.requests.map(({ body }) => body).join('\n')
  expect(sent).not.toContain(fleet.sites[0]!.admin.login)
  expect(sent).not.toContain('PRIVATE KEY')

  // A collector that fails costs nothing but the traces, and is named once.
  status = 503
  const warnings = () => service.logged.filter(({ msg }) => msg === 'traces could not be sent')
  await expect
    .poll(async () => {
      expect((await rest('GET /sites')).status).toBe(200)
      service.clock.advance(5_000)
      return warnings().length
    })
    .toBe(1)
})

it('has no trace without an address of a collector', async () => {
  const service = await startTestService()
  const fixture = { service, people: await seedPeople(service) }
  const { body } = await callers(fixture).rest('GET /sites/999')
  expect(body.data).not.toHaveProperty('trace_id')
})
