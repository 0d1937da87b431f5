import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()

it('ends the sessions of all users of the site', async () => {
  const { child, id } = await fixture.connected()
  child.byHand.logIn('admin')
  expect(child.sessions.count).toBeGreaterThan(0)
  const { status, body } = await fixture.rest(`POST /sites/${id}/destroy-sessions`)
  expect([status, body]).toEqual([
    200,
    { success: 1, message: 'Sessions destroyed.', data: { destroyed: true, site_id: id, site_url: child.url } },
  ])
  expect(child.sessions.count).toBe(0)
  expect((await fixture.rest(`POST /sites/${id}/check`)).status).toBe(200)
})

it('returns 409 for a site that is not connected and 404 for an unknown one', async () => {
  const { id } = await fixture.connected()
  await fixture.rest(`POST /sites/${id}/disconnect`)
  expect((await fixture.rest(`POST /sites/${id}/destroy-sessions`)).body).toMatchObject({
    code: 'svc_site_disconnected',
    data: { status: 409 },
  })
  expect((await fixture.rest('POST /sites/999/destroy-sessions')).status).toBe(404)
})

it('does not call the site in a dry run', async () => {
  const { child, id } = await fixture.connected()
  const before = child.journal.length
  const { body } = await fixture.rest(`POST /sites/${id}/destroy-sessions`, { dry_run: true })
  expect(body.data).toMatchObject({ site_id: id, count: 1 })
  expect(child.journal).toHaveLength(before)
})
