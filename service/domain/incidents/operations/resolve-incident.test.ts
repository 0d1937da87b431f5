import { expect, it } from 'vitest'
import { setUpIncidents } from '../testing/set-up-incidents.ts'

const fixture = setUpIncidents()
const send = (id = 1, payload: object = { note: 'Plugin rolled back.' }, headers?: Record<string, string>) =>
  fixture.rest(`POST /incidents/${id}/resolve`, payload, headers)

it('is stored with the user and the time, and shown in the timeline', async () => {
  const { status, body } = await send()
  expect([status, body.data.handling]).toMatchObject([
    200,
    { state: 'resolved', resolved_by: expect.any(String), resolved_at: '2026-11-15T09:00:00Z' },
  ])
  expect(body.data.timeline.at(-1)).toMatchObject({
    ...{ kind: 'resolved', text: 'Plugin rolled back.' },
    at: '2026-11-15T09:00:00Z',
  })
  expect((await fixture.rest('GET /incidents/1')).body.data).toEqual(body.data)
})

it('does not change the incident itself: its checks decide', async () => {
  const { body } = await send()
  expect(body.data).toMatchObject({ status: 'down', resolved: false })
})

it('publishes an event of the site', async () => {
  await send()
  const { data } = (await fixture.rest('GET /events?types=incident.resolved')).body
  expect(data.events).toMatchObject([{ type: 'incident.resolved', subject: 'site:1', data: { incident_id: 1 } }])
})

it('changes nothing in a dry run', async () => {
  const { body } = await send(1, { ...{ note: 'Plugin rolled back.' }, dry_run: true })
  expect(body.data.would_affect).toMatchObject([{ id: 1, site_id: 1 }])
  expect((await fixture.rest('GET /incidents/1')).body.data.timeline).toHaveLength(1)
})

it('returns 404 beyond the limits, 403 without the permission, 400 for a text that is too long', async () => {
  expect((await send(2, undefined, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await send(99)).status).toBe(404)
  expect((await send(1, undefined, fixture.people.viewer.headers)).status).toBe(403)
  expect((await send(1, { note: 'x'.repeat(2_001) })).status).toBe(400)
  expect((await send(1, { note: 'bell \u0007' })).status).toBe(400)
})
