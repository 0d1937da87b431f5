import { describe, expect, it } from 'vitest'
import { basic, peopledHouse, signIn } from '../../../testing/people.ts'

const scene = peopledHouse({ trustProxy: '127.0.0.1' })
const minutes = 60_000

const attempt = (
  login: string,
  password: string,
  more: { remoteAddress?: string; headers?: Record<string, string> } = {},
) => scene.house.request({ method: 'POST', url: '/api/v2/access/sessions', payload: { login, password }, ...more })

describe('signing in', () => {
  it('puts the token into a cookie that no script and no other site can use, and nowhere else', async () => {
    const { login, password, id } = scene.people.viewer
    const answer = await attempt(login, password)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: 1,
      data: { user: { id, login, role: 'viewer' }, must_change_password: false, csrf_token: expect.any(String) },
    })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^flotilla_session=[\w-]{43}; .*HttpOnly; SameSite=Strict$/)
    expect(cookie).toContain('; Path=/;')
    const token = cookie.slice('flotilla_session='.length, cookie.indexOf(';'))
    expect(answer.text).not.toContain(token)
    const stored = await scene.house.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('keeps the cookie to TLS where the caller came over TLS', async () => {
    const { login, password } = scene.people.viewer
    const answer = await attempt(login, password, { headers: { 'x-forwarded-proto': 'https' } })
    expect(String(answer.headers['set-cookie'])).toContain('; Secure')
  })

  it('takes the login in any case, and also as username', async () => {
    const { login, password } = scene.people.viewer
    expect((await attempt(login.toUpperCase(), password)).status).toBe(200)
    const payload = { username: login, password }
    const answer = await scene.house.request({ method: 'POST', url: '/api/v2/access/sessions', payload })
    expect(answer.status).toBe(200)
  })

  it('gives the same answer to a wrong password, an unknown login and a disabled account', async () => {
    const { viewer, manager } = scene.people
    await scene.house.db.updateTable('users').set({ disabled: true }).where('id', '=', manager.id).execute()
    const answers = [
      await attempt(viewer.login, 'wrong'),
      await attempt('nobody-of-this-name', 'wrong'),
      await attempt(manager.login, manager.password),
    ]
    for (const { status, text, headers } of answers) {
      expect(status).toBe(401)
      expect(text).toBe(answers[0]!.text)
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  it('says in a dry run nothing about whether the credentials are right', async () => {
    const payload = { login: scene.people.viewer.login, password: 'wrong', dry_run: true }
    const answer = await scene.house.request({ method: 'POST', url: '/api/v2/access/sessions', payload })
    expect(answer.body).toMatchObject({ success: 1, data: { dry_run: true } })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('never adopts a token that was in the browser before', async () => {
    const { login, password } = scene.people.viewer
    const planted = { cookie: 'flotilla_session=planted-by-an-attacker-planted-by-an-attack' }
    const answer = await attempt(login, password, { headers: planted })
    expect(String(answer.headers['set-cookie'])).not.toContain('planted')
    const other = await scene.house.request({ method: 'GET', url: '/api/v2/access/me', headers: planted })
    expect(other.status).toBe(401)
    expect((await signIn(scene.house, scene.people.viewer)).cookie).not.toBe(
      String(answer.headers['set-cookie']).split(';')[0],
    )
  })

  it('hashes a password again when its hash is weaker than today', async () => {
    const { login, password, id } = scene.people.viewer
    const hash = async () =>
      (await scene.house.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
        .password_hash
    expect(await hash()).toMatch(/^scrypt\$1\$/)
    await attempt(login, password)
    expect(await hash()).toMatch(/^scrypt\$15\$8\$1\$/)
    expect((await attempt(login, password)).status).toBe(200)
  })

  it('leaves a line in the audit trail, without the password', async () => {
    const { login, password } = scene.people.viewer
    await attempt(login, password)
    await attempt(login, 'a wrong one')
    const lines = await scene.house.db.selectFrom('audit_lines').selectAll().orderBy('id').execute()
    expect(lines.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['sign-in', 'ok'],
      ['sign-in', 'svc_unauthorized'],
    ])
    expect(JSON.stringify(lines)).not.toContain(password)
    expect(JSON.stringify(lines)).not.toContain('a wrong one')
  })
})

describe('a one-time password', () => {
  it('opens nothing but the way to change it', async () => {
    const { house, people } = scene
    const { id } = people.administrator
    await house.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute()
    const { headers } = await signIn(house, people.administrator)
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      house.request({ method, url: `/api/v2${url}`, headers, ...(payload && { payload }) })
    expect((await call('GET', '/access/me')).body.data).toMatchObject({ must_change_password: true, role: 'viewer' })
    expect((await call('GET', '/access/users')).status).toBe(403)
    expect((await call('POST', '/access/users/add', { login: 'friend' })).status).toBe(403)
    expect((await call('POST', '/access/me/application-passwords', { name: 'script' })).status).toBe(403)
    const payload = { current_password: people.administrator.password, new_password: 'a better pass phrase' }
    const changed = await house.request({ method: 'PUT', url: '/api/v2/access/me/password', headers, payload })
    expect(changed.status).toBe(200)
    expect((await call('GET', '/access/users')).status).toBe(200)
  })
})

describe('guessing', () => {
  const fail = async (times: number, login: string, remoteAddress: string) => {
    const statuses: number[] = []
    for (let count = 0; count < times; count++) statuses.push((await attempt(login, 'wrong', { remoteAddress })).status)
    return statuses
  }

  /** As if so many had failed, for everyone who failed before: checking a password takes its time. */
  const pretend = (failures: number) => scene.house.db.updateTable('failed_guesses').set({ failures }).execute()

  it('stops after ten failures for a login, wherever they come from, for five minutes', async () => {
    const { login, password } = scene.people.viewer
    expect(await fail(5, login, '203.0.113.1')).toEqual(Array(5).fill(401))
    expect(await fail(5, login.toUpperCase(), '203.0.113.2')).toEqual(Array(5).fill(401))
    const refused = await attempt(login, password, { remoteAddress: '203.0.113.3' })
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe('svc_rate_limited')
    expect(refused.headers['retry-after']).toBe('300')
    scene.house.clock.advance(4 * minutes)
    expect((await attempt(login, password, { remoteAddress: '203.0.113.3' })).headers['retry-after']).toBe('60')
    scene.house.clock.advance(minutes)
    expect((await attempt(login, password, { remoteAddress: '203.0.113.3' })).status).toBe(200)
  })

  it('stops after ten failures from one network, whatever the logins, and spares the others', async () => {
    const { login, password } = scene.people.viewer
    const logins = [scene.people.administrator.login, scene.people.manager.login]
    for (let count = 0; count < 10; count++) {
      // One household of IPv6 changes addresses as it likes.
      await attempt(logins[count % 2]!, 'wrong', { remoteAddress: `2001:db8:1:2::${count + 1}` })
    }
    expect((await attempt(login, password, { remoteAddress: '2001:db8:1:2:ffff::1' })).status).toBe(429)
    expect((await attempt(login, password, { remoteAddress: '2001:db8:1:3::1' })).status).toBe(200)
  })

  it('counts logins that do not exist like those that do', async () => {
    await fail(1, 'nobody-of-this-name', '203.0.113.1')
    await pretend(9)
    expect(await fail(2, 'nobody-of-this-name', '203.0.113.1')).toEqual([401, 429])
    expect(await fail(1, 'nobody-of-this-name', '203.0.113.2')).toEqual([429])
  })

  it('gains nothing by sending many guesses at once', async () => {
    const { login } = scene.people.viewer
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => attempt(login, `wrong ${index}`)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('is forgotten for the login, but not for the network, when its owner signs in', async () => {
    const { viewer, manager } = scene.people
    await fail(9, viewer.login, '203.0.113.1')
    expect((await attempt(viewer.login, viewer.password, { remoteAddress: '203.0.113.9' })).status).toBe(200)
    expect(await fail(1, viewer.login, '203.0.113.5')).toEqual([401])
    expect((await attempt(viewer.login, viewer.password, { remoteAddress: '203.0.113.5' })).status).toBe(200)
    expect(await fail(2, manager.login, '203.0.113.1')).toEqual([401, 429])
  })

  it('never locks out keys, application passwords or open sessions', async () => {
    const { house, people } = scene
    const { headers } = await signIn(house, people.viewer)
    const url = '/api/v2/access/me'
    const made = await house.request({
      method: 'POST',
      url: '/api/v2/access/me/application-passwords',
      headers,
      payload: { name: 'script' },
    })
    await fail(1, people.viewer.login, '127.0.0.1')
    await pretend(10)
    const applicationPassword = basic(people.viewer.login, made.body.data.password)
    for (const credentials of [headers, applicationPassword, people.viewer.headers]) {
      expect((await house.request({ method: 'GET', url, headers: credentials })).status).toBe(200)
    }
    expect((await house.request({ method: 'GET', url, headers: people.viewer.basic })).status).toBe(429)
  })

  it('keeps no login in clear: people type passwords where the user name belongs', async () => {
    await attempt('my secret pass phrase', 'x')
    const rows = await scene.house.db.selectFrom('failed_guesses').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})
