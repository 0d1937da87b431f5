import { expect, it } from 'vitest'
import { basic, peopledHouse, signIn } from '../../../testing/people.ts'

const scene = peopledHouse()
const url = '/api/v2/access/me/application-passwords'

it('makes a password that signs in as its owner; what is stored cannot be read back', async () => {
  const { house, people } = scene
  const { headers } = await signIn(house, people.viewer)
  const { body } = await house.request({ method: 'POST', url, headers, payload: { name: 'script' } })
  const { password, application_password } = body.data
  expect(password).toMatch(/^(\w{4} ){5}\w{4}$/)
  expect(application_password).toMatchObject({ name: 'script', last_used_at: null })
  const stored = JSON.stringify(await house.db.selectFrom('application_passwords').selectAll().execute())
  expect(stored).not.toContain(password)
  expect(stored).not.toContain(password.replaceAll(' ', ''))
  const me = await house.request({ method: 'GET', url: '/api/v2/access/me', headers: basic('vera', password) })
  expect(me.body.data).toMatchObject({ kind: 'user', user: { login: 'vera' } })
})

it('needs a name, and makes nothing in a dry run', async () => {
  const { headers } = await signIn(scene.house, scene.people.viewer)
  expect((await scene.house.request({ method: 'POST', url, headers, payload: {} })).status).toBe(400)
  const payload = { name: 'script', dry_run: true }
  const { body } = await scene.house.request({ method: 'POST', url, headers, payload })
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ name: 'script' }] })
  expect(await scene.house.db.selectFrom('application_passwords').selectAll().execute()).toEqual([])
})

it('is for people, not for keys', async () => {
  const { headers } = scene.people.viewer
  expect((await scene.house.request({ method: 'POST', url, headers, payload: { name: 'x' } })).status).toBe(403)
})
