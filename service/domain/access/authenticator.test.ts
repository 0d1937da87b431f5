import { describe, expect, it, vi } from 'vitest'
import { basic, peopledHouse, signIn } from '../../testing/people.ts'

const scene = peopledHouse()
const hours = 3_600_000

const me = (headers: Record<string, string>, remoteAddress?: string) =>
  scene.house.request({ method: 'GET', url: '/api/v2/access/me', headers, ...(remoteAddress && { remoteAddress }) })

describe('a Bearer key', () => {
  it('acts for its user, with its own scopes and limits', async () => {
    const { administrator, keys } = scene.people
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

  it('is refused with one answer when it is unknown, expired or inactive, or its user is disabled', async () => {
    const { house, people } = scene
    await house.db.updateTable('users').set({ disabled: true }).where('id', '=', people.viewer.id).execute()
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

  it('stops at the moment it expires, even when it was used a second before', async () => {
    const { headers } = scene.people.keys.expiring
    scene.house.clock.advance(hours - 1000)
    expect((await me(headers)).status).toBe(200)
    scene.house.clock.advance(1000)
    expect((await me(headers)).status).toBe(401)
  })

  it('asks the database nothing when it was seen within the last minute', async () => {
    const { house, people } = scene
    const identified = async () => {
      const before = ask.mock.calls.length
      // An address that does not exist: credentials come first, and nothing else is asked for.
      expect(
        (await house.request({ method: 'GET', url: '/api/v2/nothing', headers: people.keys.read.headers })).status,
      ).toBe(404)
      return ask.mock.calls.length - before
    }
    const ask = vi.spyOn(house.db.pool, 'query')
    try {
      expect(await identified()).toBeGreaterThan(0)
      expect(await identified()).toBe(0)
      house.clock.advance(59_000)
      expect(await identified()).toBe(0)
      house.clock.advance(1_000)
      expect(await identified()).toBeGreaterThan(0)
    } finally {
      ask.mockRestore()
    }
  })

  it('remembers when it was last used', async () => {
    const { house, people } = scene
    const { id, headers } = people.keys.read
    const lastUsed = async () =>
      (await house.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow())
        .last_used_at
    const first = house.clock.now()
    await me(headers)
    await vi.waitFor(async () => expect(await lastUsed()).toEqual(first))
    house.clock.advance(61_000)
    await me(headers)
    await vi.waitFor(async () => expect(await lastUsed()).toEqual(house.clock.now()))
  })

  it('is not held up by failures from its address, which are limited themselves', async () => {
    const wrong = (index: number) => me({ authorization: `Bearer ${'w'.repeat(40)}${index}` }, '203.0.113.1')
    for (let index = 0; index < 100; index++) expect((await wrong(index)).status).toBe(401)
    const refused = await wrong(100)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect((await me(scene.people.keys.read.headers, '203.0.113.1')).status).toBe(200)
    scene.house.clock.advance(60_000)
    expect((await wrong(101)).status).toBe(401)
  })
})

describe('Basic credentials', () => {
  it('may be the login password', async () => {
    const answer = await me(scene.people.manager.basic)
    expect(answer.body.data).toMatchObject({
      kind: 'user',
      role: 'manager',
      user: { login: scene.people.manager.login },
    })
  })

  it('cost one hash for many requests at once', async () => {
    const { manager } = scene.people
    const answers = await Promise.all(Array.from({ length: 40 }, () => me(manager.basic)))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200))
  })

  it('may be an application password, with or without its spaces, in any case', async () => {
    const { house, people } = scene
    const url = '/api/v2/access/me/application-passwords'
    const made = await house.request({ method: 'POST', url, headers: people.viewer.basic, payload: { name: 'script' } })
    const password = made.body.data.password as string
    for (const spelling of [password, password.replaceAll(' ', ''), password.toUpperCase()]) {
      const answer = await me(basic(people.viewer.login, spelling))
      expect(answer.body.data).toMatchObject({ kind: 'user', role: 'viewer' })
    }
    expect((await me(basic(people.manager.login, password))).status).toBe(401)
  })

  it('may be an API key, but only with the name of its user', async () => {
    const { administrator, viewer, keys } = scene.people
    expect((await me(basic(administrator.login, keys.read.token))).body.data).toMatchObject({
      kind: 'key',
      scopes: ['read'],
    })
    expect((await me(basic(viewer.login, keys.read.token))).status).toBe(401)
    expect((await me(basic('anybody', keys.read.token))).status).toBe(401)
    expect((await me(basic(administrator.login, keys.expired.token))).status).toBe(401)
  })
})

describe('a session', () => {
  it('must show its token with every change, and needs none for reading', async () => {
    const { house, people } = scene
    const { cookie, csrfToken } = await signIn(house, people.administrator)
    const other = await signIn(house, people.manager)
    expect((await me({ cookie })).body.data.csrf_token).toBe(csrfToken)
    const add = (headers: Record<string, string>) =>
      house.request({ method: 'POST', url: '/api/v2/access/users/add', headers, payload: { login: 'new-person' } })
    for (const token of [undefined, '', 'wrong', other.csrfToken, `${csrfToken}x`]) {
      const answer = await add({ cookie, ...(token !== undefined && { 'x-csrf-token': token }) })
      expect(answer.status).toBe(403)
      expect(answer.body.message).toContain('X-CSRF-Token')
    }
    expect((await add({ cookie, 'x-csrf-token': csrfToken })).status).toBe(200)
  })

  it('ends after eight hours without a sign of life', async () => {
    const { house, people } = scene
    const { cookie } = await signIn(house, people.viewer)
    for (let count = 0; count < 3; count++) {
      house.clock.advance(7 * hours)
      const now = house.clock.now()
      expect((await me({ cookie })).status).toBe(200)
      await vi.waitFor(async () =>
        expect(await house.db.selectFrom('sessions').select('last_seen_at').executeTakeFirst()).toEqual({
          last_seen_at: now,
        }),
      )
    }
    house.clock.advance(8 * hours)
    expect((await me({ cookie })).status).toBe(401)
  })

  it('ends after seven days, however busy', async () => {
    const { house, people } = scene
    const { cookie } = await signIn(house, people.viewer)
    const soon = new Date(house.clock.now().getTime() + 7 * 24 * hours - 1000)
    house.clock.advance(7 * 24 * hours - 1000)
    await house.db.updateTable('sessions').set({ last_seen_at: soon }).execute()
    expect((await me({ cookie })).status).toBe(200)
    house.clock.advance(1000)
    expect((await me({ cookie })).status).toBe(401)
  })
})

describe('schemes', () => {
  it('are never confused: each secret opens only its own door', async () => {
    const { house, people } = scene
    const { cookie } = await signIn(house, people.administrator)
    const token = cookie.split('=')[1]!
    const { keys, administrator } = people
    const refused: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${administrator.password.replaceAll(' ', '')}` },
      { cookie: `flotilla_session=${keys.full.token}` },
      basic(administrator.login, token),
      // A header that is there decides: a good cookie beside it does not help.
      { authorization: 'Bearer wrong-wrong-wrong-wrong-wrong-wrong', cookie },
      {},
    ]
    for (const headers of refused) expect((await me(headers)).status).toBe(401)
    for (const name of ['api_key', 'token', 'consumer_key', 'access_token']) {
      const url = `/api/v2/access/me?${name}=${keys.full.token}`
      expect((await house.request({ method: 'GET', url })).status).toBe(401)
    }
  })

  it('leave no secret in the log', async () => {
    const { house, people } = scene
    await me(people.keys.full.headers)
    await me(people.viewer.basic)
    const { cookie } = await signIn(house, people.viewer)
    await me({ cookie })
    const log = JSON.stringify(house.logged)
    for (const secret of [people.keys.full.token, people.viewer.password, cookie.split('=')[1]!]) {
      expect(log).not.toContain(secret)
    }
  })
})
