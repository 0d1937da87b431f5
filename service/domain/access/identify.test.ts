import { describe, expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../testing/people.ts'
import { queriesOf } from '../../testing/record-queries.ts'

const fixture = setUpService()
const hours = 3_600_000

const me = (headers: Record<string, string>, remoteAddress?: string) =>
  fixture.service.request({ method: 'GET', url: '/api/v2/access/me', headers, ...(remoteAddress && { remoteAddress }) })

describe('Bearer key', () => {
  it('acts as its user, with its own scopes and limits', async () => {
    const { administrator, keys } = fixture.people
    const answer = await me(keys.limited.headers)
    expect(answer.body.data).toMatchObject({
      kind: 'key',
      key_id: keys.limited.id,
      user: { id: administrator.id },
      scopes: ['read', 'write', 'delete'],
      limits: { site_ids: [1], tag_ids: [2] },
      csrf_token: null,
    })
  })

  it('gets the same 401 when it is unknown, expired or inactive, or its user is disabled', async () => {
    const { service, people } = fixture
    await service.db.updateTable('users').set({ disabled: true }).where('id', '=', people.viewer.id).execute()
    const answers = [
      await me({ authorization: `Bearer flo_${'x'.repeat(43)}` }),
      await me(people.keys.expired.headers),
      await me(people.keys.inactive.headers),
      await me(people.viewer.headers),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(401)
      expect(text).toBe(answers[0]!.text)
    }
  })

  it('stops working when it expires, even if it is cached', async () => {
    const { headers } = fixture.people.keys.expiring
    fixture.service.clock.advance(hours - 1000)
    expect((await me(headers)).status).toBe(200)
    fixture.service.clock.advance(1000)
    expect((await me(headers)).status).toBe(401)
  })

  it('needs no query when it was used within the last minute', async () => {
    const { service, people } = fixture
    // An unknown address: only the credentials are checked.
    const requestUnknown = async () => {
      const answer = await service.request({ method: 'GET', url: '/api/v2/nothing', headers: people.keys.read.headers })
      expect(answer.status).toBe(404)
    }
    expect(await queriesOf(requestUnknown)).not.toEqual([])
    expect(await queriesOf(requestUnknown)).toEqual([])
    service.clock.advance(59_000)
    expect(await queriesOf(requestUnknown)).toEqual([])
    service.clock.advance(1_000)
    expect(await queriesOf(requestUnknown)).not.toEqual([])
  })

  it('records when it was last used', async () => {
    const { service, people } = fixture
    const { id, headers } = people.keys.read
    const lastUsed = async () =>
      (await service.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow())
        .last_used_at
    const first = service.clock.now()
    await me(headers)
    await expect.poll(lastUsed).toEqual(first)
    service.clock.advance(61_000)
    await me(headers)
    await expect.poll(lastUsed).toEqual(service.clock.now())
  })

  it('is not delayed by failures from its address, which are limited', async () => {
    const wrong = (index: number) => me({ authorization: `Bearer ${'w'.repeat(40)}${index}` }, '203.0.113.1')
    for (let index = 0; index < 100; index++) expect((await wrong(index)).status).toBe(401)
    const refused = await wrong(100)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect((await me(fixture.people.keys.read.headers, '203.0.113.1')).status).toBe(200)
    fixture.service.clock.advance(60_000)
    expect((await wrong(101)).status).toBe(401)
  })
})

describe('Basic credentials', () => {
  it('may be the login password', async () => {
    const answer = await me(fixture.people.manager.basic)
    expect(answer.body.data).toMatchObject({
      kind: 'user',
      role: 'manager',
      user: { login: fixture.people.manager.login },
    })
  })

  it('need one hash for simultaneous requests', async () => {
    const { manager } = fixture.people
    const answers = await Promise.all(Array.from({ length: 40 }, () => me(manager.basic)))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
  })

  it('may be an application password, with or without its spaces, in any case', async () => {
    const { service, people } = fixture
    const url = '/api/v2/access/me/application-passwords'
    const payload = { name: 'script', current_password: people.viewer.password }
    const made = await service.request({ method: 'POST', url, headers: people.viewer.basic, payload })
    const password = made.body.data.password as string
    for (const spelling of [password, password.replaceAll(' ', ''), password.toUpperCase()]) {
      const answer = await me(basic(people.viewer.login, spelling))
      expect(answer.body.data).toMatchObject({ kind: 'user', role: 'viewer' })
    }
    expect((await me(basic(people.manager.login, password))).status).toBe(401)
  })

  it('may be an API key, but only with the name of its user', async () => {
    const { administrator, viewer, keys } = fixture.people
    expect((await me(basic(administrator.login, keys.read.token))).body.data).toMatchObject({
      kind: 'key',
      scopes: ['read'],
    })
    expect((await me(basic(viewer.login, keys.read.token))).status).toBe(401)
    expect((await me(basic('other', keys.read.token))).status).toBe(401)
    expect((await me(basic(administrator.login, keys.expired.token))).status).toBe(401)
  })

  it('get 401 for names that no user can have', async () => {
    for (const login of ['a\0b', ' ada', '\ud800', 'x'.repeat(500)])
      expect((await me(basic(login, 'x'))).status).toBe(401)
  })
})

describe('session', () => {
  it('needs the CSRF token for changes, not for reading', async () => {
    const { service, people } = fixture
    const { cookie, csrfToken } = await signInAs(service, people.administrator)
    const other = await signInAs(service, people.manager)
    expect((await me({ cookie })).body.data.csrf_token).toBe(csrfToken)
    const add = (headers: Record<string, string>) =>
      service.request({ method: 'POST', url: '/api/v2/access/users/add', headers, payload: { login: 'new-person' } })
    for (const token of [undefined, '', 'wrong', other.csrfToken, `${csrfToken}x`]) {
      const answer = await add({ cookie, ...(token !== undefined && { 'x-csrf-token': token }) })
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('X-CSRF-Token')
    }
    expect((await add({ cookie, 'x-csrf-token': csrfToken })).status).toBe(200)
  })

  it('ends after eight hours without a request', async () => {
    const { service, people } = fixture
    const { cookie } = await signInAs(service, people.viewer)
    for (let count = 0; count < 3; count++) {
      service.clock.advance(7 * hours)
      const now = service.clock.now()
      expect((await me({ cookie })).status).toBe(200)
      const lastSeen = () => service.db.selectFrom('sessions').select('last_seen_at').executeTakeFirst()
      await expect.poll(lastSeen).toEqual({ last_seen_at: now })
    }
    service.clock.advance(8 * hours)
    expect((await me({ cookie })).status).toBe(401)
  })

  it('ends after seven days, even if it is in use', async () => {
    const { service, people } = fixture
    const { cookie } = await signInAs(service, people.viewer)
    const soon = new Date(service.clock.now().getTime() + 7 * 24 * hours - 1000)
    service.clock.advance(7 * 24 * hours - 1000)
    await service.db.updateTable('sessions').set({ last_seen_at: soon }).execute()
    expect((await me({ cookie })).status).toBe(200)
    service.clock.advance(1000)
    expect((await me({ cookie })).status).toBe(401)
  })
})
