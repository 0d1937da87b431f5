import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const url = '/api/v2/access/sessions'

it('ends an own session and returns 404 for sessions of others', async () => {
  const { service, people } = fixture
  const lost = await signInAs(service, people.viewer)
  const lostId = (await service.request({ method: 'GET', url, headers: lost.headers })).body.data[0].id
  const here = await signInAs(service, people.viewer)
  const stranger = await signInAs(service, people.administrator)
  const status = async () => (await service.request({ method: 'GET', url, headers: { cookie: lost.cookie } })).status
  const end = (headers: Record<string, string>, query = '') =>
    service.request({ method: 'DELETE', url: `${url}/${lostId}${query}`, headers })

  expect((await end(stranger.headers)).body.code).toBe('svc_session_not_found')
  expect((await end(stranger.headers, '?dry_run=true')).status).toBe(404)
  expect((await end(here.headers, '?dry_run=true')).body.data).toMatchObject({ would_affect: [{ id: lostId }] })
  expect(await status()).toBe(200)
  expect((await end(here.headers)).body.data).toEqual({ ended: true, id: lostId })
  expect(await status()).toBe(401)
  expect((await end(here.headers)).status).toBe(404)
})

it('accepts only the id of a session', async () => {
  const { headers } = await signInAs(fixture.service, fixture.people.viewer)
  expect((await fixture.service.request({ method: 'DELETE', url: `${url}/1`, headers })).status).toBe(400)
})
