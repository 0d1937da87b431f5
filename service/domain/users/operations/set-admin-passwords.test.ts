import { expect, it } from 'vitest'
import { setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(3, { works: true })
const set = (payload: object, headers?: Record<string, string>) =>
  fixture.rest('PUT /users/update-admin-password', payload, headers)

it('sets the password on the selected sites and keeps the connection', async () => {
  const [one, two, dead] = fixture.sites
  dead!.setFault('refuse')
  const { status, body, text } = await set({ password: 'a "new" secret', websites: '1,2,3' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    queued: false,
    // In the order in which the sites answered.
    changed: expect.arrayContaining([
      expect.objectContaining({ site_id: 1, username: 'admin' }),
      expect.objectContaining({ site_id: 2, username: 'admin' }),
    ]),
    errors: [{ site_id: 3, code: 'svc_connection_failed' }],
    total_changed: 2,
    total_errors: 1,
  })
  for (const site of [one!, two!]) expect(site.passwords.get('admin')).toBe('a "new" secret')
  expect(text).not.toContain('secret')
  expect((await fixture.rest('GET /users?websites=1')).body.errors).toEqual([])
})

it('needs sites, a password and a manager', async () => {
  expect((await set({ password: 'a new secret' })).body.data.params).toHaveProperty('websites')
  expect((await set({ websites: [1] })).body.data.params).toHaveProperty('password')
  expect((await set({ new_password: 'short', websites: [1] })).status).toBe(400)
  expect((await set({ password: 'a new secret', websites: [1] }, fixture.people.viewer.headers)).status).toBe(403)
  expect((await set({ password: 'a new secret', websites: [1], dry_run: true })).body.data.count).toBe(1)
  expect(fixture.sites[0]!.counts.newadminpassword).toBeUndefined()
})
