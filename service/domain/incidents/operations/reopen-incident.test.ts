import { expect, it } from 'vitest'
import { setUpIncidents } from '../testing/set-up-incidents.ts'

const fixture = setUpIncidents()
const send = (id = 1, payload: object = { note: 'It is down again.' }, headers?: Record<string, string>) =>
  fixture.rest(`POST /incidents/${id}/reopen`, payload, headers)

it('makes a resolved incident open again, with an entry in the timeline and an event', async () => {
  await fixture.rest('POST /incidents/1/acknowledge')
  expect((await send()).body.code).toBe('svc_incident_not_resolved')
  await fixture.rest('POST /incidents/1/resolve')
  expect((await send(1, { dry_run: true })).body.data.would_affect).toMatchObject([{ id: 1, resolved_at: null }])
  const { status, body } = await send()
  expect([status, body.data.handling]).toMatchObject([200, { state: 'acknowledged', resolved_at: null }])
  expect(body.data.timeline.at(-1)).toMatchObject({ kind: 'reopened', text: 'It is down again.' })
  const { data } = (await fixture.rest('GET /events?types=incident.reopened')).body
  expect(data.events).toMatchObject([{ type: 'incident.reopened', subject: 'site:1', data: { incident_id: 1 } }])
  expect((await send()).status).toBe(409)
})

it('returns 404 beyond the limits and 403 without the permission', async () => {
  expect((await send(2, undefined, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await send(1, undefined, fixture.people.viewer.headers)).status).toBe(403)
})
