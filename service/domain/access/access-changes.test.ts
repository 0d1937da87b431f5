import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { type People, seedPeople, signInAs } from '../../testing/people.ts'
import { cheapPasswordCost, startTestService, type TestService } from '../../testing/test-service.ts'
import { changeAccess } from './access-changes.ts'
import { openAccessState } from './access-state.ts'
import { createAuthenticator } from './authenticator.ts'
import { deleteKeyRow } from './keys/key-store.ts'

let service: TestService
let other: App
let people: People
beforeEach(async () => {
  service = await startTestService()
  other = await service.openAnother()
  people = await seedPeople(service)
})
afterEach(() => service.close())

type Headers = Record<string, string>
const here = async (headers: Headers) =>
  (await service.request({ method: 'GET', url: '/api/v2/access/me', headers })).status
const there = async (headers: Headers) =>
  (await other.server.inject({ method: 'GET', url: '/api/v2/access/me', headers })).statusCode
const change = (method: 'PUT' | 'DELETE', url: string, payload?: object) =>
  service.request({ method, url: `/api/v2${url}`, headers: people.administrator.headers, ...(payload && { payload }) })

/** Puts the credential into the caches of both processes. */
async function warm(headers: Headers) {
  expect([await here(headers), await there(headers)]).toEqual([200, 200])
}

/** The change is effective in its own process before it answers, and in the other one with the notice. */
async function expectEnded(headers: Headers) {
  expect(await here(headers)).toBe(401)
  await expect.poll(() => there(headers), { interval: 5 }).toBe(401)
}

describe('a change of access takes effect at once in every process:', () => {
  it('deleting a key', async () => {
    const { id, headers } = people.keys.full
    await warm(headers)
    expect((await change('DELETE', `/rest-api/delete-key/${id}`)).status).toBe(200)
    await expectEnded(headers)
  })

  it('switching a key off, and on again', async () => {
    const { id, headers } = people.keys.full
    await warm(headers)
    await change('PUT', `/rest-api/edit-key/${id}`, { active: false })
    await expectEnded(headers)
    await change('PUT', `/rest-api/edit-key/${id}`, { active: true })
    expect([await here(headers), await there(headers)]).toEqual([200, 200])
  })

  it('removing a scope from a key', async () => {
    const { id, headers } = people.keys.full
    await warm(headers)
    await change('PUT', `/rest-api/edit-key/${id}`, { scopes: ['write'] })
    expect(await here(headers)).toBe(403)
    await expect.poll(() => there(headers), { interval: 5 }).toBe(403)
  })

  it('disabling a user, for keys and sessions; enabling restores only the keys', async () => {
    const session = { cookie: (await signInAs(service, people.manager)).cookie }
    await warm(session)
    await warm(people.manager.headers)
    await change('PUT', `/access/users/${people.manager.id}/edit`, { disabled: true })
    await expectEnded(session)
    await expectEnded(people.manager.headers)
    await change('PUT', `/access/users/${people.manager.id}/edit`, { disabled: false })
    expect([await here(session), await here(people.manager.headers)]).toEqual([401, 200])
  })

  it('changing a role', async () => {
    const { id, headers } = people.manager
    const role = async (app: App) =>
      (await app.server.inject({ method: 'GET', url: '/api/v2/access/me', headers })).json().data.role
    await warm(headers)
    await change('PUT', `/access/users/${id}/edit`, { role: 'viewer' })
    expect(await role(service.app)).toBe('viewer')
    await expect.poll(() => role(other), { interval: 5 }).toBe('viewer')
  })

  it('deleting a user', async () => {
    const session = { cookie: (await signInAs(service, people.viewer)).cookie }
    await warm(session)
    await warm(people.viewer.headers)
    await warm(people.viewer.basic)
    await change('DELETE', `/access/users/${people.viewer.id}/remove`)
    for (const headers of [session, people.viewer.headers, people.viewer.basic]) await expectEnded(headers)
  })

  it('replacing a password', async () => {
    await warm(people.viewer.basic)
    await change('PUT', `/access/users/${people.viewer.id}/edit`, { password: 'another pass phrase' })
    await expectEnded(people.viewer.basic)
  })
})

describe('without a connection for notices', () => {
  let db: Database
  let listening = true
  const notices = {
    async subscribe() {},
    async keepFresh() {},
    outdated: () => [],
    onGap() {},
    async announceGap() {},
    isListening: () => listening,
    close: async () => {},
  }
  beforeEach(() => {
    db = openDatabase({ connectionString: service.connectionString, max: 2 })
    listening = true
  })
  afterEach(() => db.destroy())

  async function openWithoutNotices() {
    const { clock, secrets } = service
    const access = await openAccessState({ db, secrets, clock }, notices)
    const authenticator = createAuthenticator({
      ...service.app.context,
      db,
      clock,
      access,
      passwordCost: cheapPasswordCost,
    })
    const identify = async () =>
      authenticator.identify({ scheme: 'bearer', token: people.keys.full.token }, '203.0.113.1')
    return { access, identify }
  }
  const known = { keyId: expect.any(Number) }
  const refused = { code: 'svc_unauthorized' }

  it('a change takes effect in its own process before it answers', async () => {
    const { access, identify } = await openWithoutNotices()
    await identify()
    await changeAccess({ db, access }, people.administrator.id, (trx) => deleteKeyRow(trx, people.keys.full.id))
    await expect(identify()).rejects.toMatchObject(refused)
  })

  it('the cache is not used', async () => {
    const { identify } = await openWithoutNotices()
    await identify()
    // Bypasses changeAccess, so this process is not notified.
    await deleteKeyRow(db, people.keys.full.id)
    await expect(identify()).resolves.toMatchObject(known)
    listening = false
    await expect(identify()).rejects.toMatchObject(refused)
  })
})
