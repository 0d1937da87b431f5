import { expect, it } from 'vitest'
import { setUpIncidents } from '../testing/set-up-incidents.ts'

const fixture = setUpIncidents()
const send = (id = 1, payload: object = { text: 'The host\nwas called.' }, headers?: Record<string, string>) =>
  fixture.rest(`POST /incidents/${id}/notes`, payload, headers)

it('is stored with the user and the time, and shown in the timeline', async () => {
  const { status, body } = await send()
  expect([status, body.data.handling]).toMatchObject([200, { state: 'open' }])
  expect(body.data.timeline.at(-1)).toMatchObject({
    ...{ kind: 'note', text: 'The host\nwas called.' },
    at: '2026-11-15T09:00:00Z',
  })
  expect((await fixture.rest('GET /incidents/1')).body.data).toEqual(body.data)
})

it('changes nothing in a dry run', async () => {
  const { body } = await send(1, { ...{ text: 'The host\nwas called.' }, dry_run: true })
  expect(body.data.would_affect).toMatchObject([{ id: 1, site_id: 1 }])
  expect((await fixture.rest('GET /incidents/1')).body.data.timeline).toHaveLength(1)
})

it('returns 404 beyond the limits, 403 without the permission, 400 for a text that is too long', async () => {
  expect((await send(2, undefined, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await send(99)).status).toBe(404)
  expect((await send(1, undefined, fixture.people.viewer.headers)).status).toBe(403)
  expect((await send(1, { text: 'x'.repeat(2_001) })).status).toBe(400)
  expect((await send(1, { text: 'bell \u0007' })).status).toBe(400)
})
