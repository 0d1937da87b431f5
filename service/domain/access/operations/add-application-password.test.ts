import { expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const url = '/api/v2/access/me/application-passwords'
const add = (payload: object, headers: Record<string, string>) =>
  fixture.service.request({ method: 'POST', url, headers, payload })
const count = async () => (await fixture.service.db.selectFrom('application_passwords').select('id').execute()).length

it('creates a password that signs in as its owner and stores only its hash', async () => {
  const { service, people } = fixture
  const { headers } = await signInAs(service, people.viewer)
  const { body } = await add({ name: 'script', current_password: people.viewer.password }, headers)
  const { password, application_password } = body.data
  expect(password).toMatch(/^(\w{4} ){5}\w{4}$/)
  expect(application_password).toMatchObject({ name: 'script', last_used_at: null })
  const stored = JSON.stringify(await service.db.selectFrom('application_passwords').selectAll().execute())
  expect(stored).not.toContain(password)
  expect(stored).not.toContain(password.replaceAll(' ', ''))
  const me = await service.request({ method: 'GET', url: '/api/v2/access/me', headers: basic('vera', password) })
  expect(me.body.data).toMatchObject({ kind: 'user', user: { login: 'vera' } })
})

it('needs the current password, with the limits of signing in', async () => {
  const { service, people } = fixture
  const { headers } = await signInAs(service, people.viewer)
  expect((await add({ name: 'script' }, headers)).status).toBe(400)
  const wrong = () => add({ name: 'script', current_password: 'wrong' }, headers)
  expect((await wrong()).body).toMatchObject({ code: 'svc_wrong_password', data: { status: 400 } })
  for (let guesses = 0; guesses < 4; guesses++) await wrong()
  expect((await wrong()).status).toBe(429)
  expect(await count()).toBe(0)
})

it('is refused with an application password alone', async () => {
  const { service, people } = fixture
  const { headers } = await signInAs(service, people.viewer)
  const first = await add({ name: 'script', current_password: people.viewer.password }, headers)
  const { password } = first.body.data
  expect((await add({ name: 'second', current_password: password }, basic('vera', password))).status).toBe(400)
  expect(await count()).toBe(1)
})

it('needs a name, and creates nothing in a dry run', async () => {
  const { password } = fixture.people.viewer
  const { headers } = await signInAs(fixture.service, fixture.people.viewer)
  expect((await add({ current_password: password }, headers)).status).toBe(400)
  const { body } = await add({ name: 'script', current_password: password, dry_run: true }, headers)
  expect(body.data).toMatchObject({ dry_run: true, would_affect: [{ name: 'script' }] })
  expect(await count()).toBe(0)
})

it('is refused to keys', async () => {
  const { headers, password } = fixture.people.viewer
  expect((await add({ name: 'x', current_password: password }, headers)).status).toBe(403)
})
