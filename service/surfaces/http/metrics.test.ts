import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { basic, setUpService } from '../../testing/people.ts'

const fixture = setUpService()
const read = (headers: Record<string, string>) => fixture.service.request({ url: '/metrics', headers })
const addKey = (payload: object) =>
  fixture.service.request({
    method: 'POST',
    url: '/api/v2/rest-api/add-key',
    headers: fixture.people.administrator.headers,
    payload,
  })

describe('/metrics', () => {
  it('refuses viewers, managers and keys limited to sites', async () => {
    const { viewer, manager, keys } = fixture.people
    for (const { headers } of [viewer, manager, keys.limited, keys.delete]) {
      const { status, body } = await read(headers)
      expect([status, body.code]).toEqual([403, 'svc_permission_denied'])
      expect(body.message).toContain('metrics')
    }
    expect((await fixture.service.request({ url: '/metrics' })).status).toBe(401)
  })

  it('answers administrators, their keys with the read scope, and keys with the metrics scope', async () => {
    const { administrator, keys } = fixture.people
    const made = await addKey({ scopes: ['metrics'], description: 'Prometheus' })
    expect(made.body.data).toMatchObject({ scopes: ['metrics'], permissions: ['Metrics'] })
    const prometheus = { authorization: `Bearer ${made.body.token}` }
    for (const headers of [administrator.basic, keys.read.headers, prometheus, basic('ada', made.body.token)]) {
      const { status, text } = await read(headers)
      expect(status).toBe(200)
      expect(text).toContain('\nprocess_resident_memory_bytes ')
    }
    for (const url of ['/api/v2/access/me', '/api/v2/sites', '/api/v1/abilities/svc/list-sites-v1/run']) {
      expect([url, (await fixture.service.request({ url, headers: prometheus })).status]).toEqual([url, 403])
    }
  })

  it("refuses a viewer's key with the metrics scope: a key has no more rights than its user", async () => {
    const made = await addKey({ scopes: ['metrics'], user_id: fixture.people.viewer.id })
    expect((await read({ authorization: `Bearer ${made.body.token}` })).status).toBe(403)
  })

  it('contains nothing that a caller sent', async () => {
    const { administrator } = fixture.people
    const odd = [
      { method: 'GET', url: '/api/v2/planted-path' },
      { method: 'PROPFIND', url: '/api/v2/sites' },
      { method: 'DELETE', url: '/healthz?planted-query' },
      { method: 'GET', url: '/api/v2/sites/planted-site' },
      { method: 'POST', url: '/api/v1/abilities/svc/planted-ability-v1/run' },
    ]
    for (const options of odd) {
      await fixture.service.request({ ...(options as InjectOptions), headers: administrator.headers })
    }
    fixture.service.clock.advance(60_000)
    const { text } = await read(administrator.headers)
    expect(text).toContain('flotilla_http_requests_total{')
    expect(text).not.toMatch(/planted|PROPFIND/)
  })

  it('is refused on a worker that listens, too', async () => {
    const worker = await fixture.service.openAnother({ serves: false })
    const get = (headers: Record<string, string>) => worker.server.inject({ url: '/metrics', headers })
    expect((await get(fixture.people.viewer.headers)).statusCode).toBe(403)
    expect((await get(fixture.people.administrator.headers)).statusCode).toBe(200)
    await fixture.service.closeOthers()
  })
})
