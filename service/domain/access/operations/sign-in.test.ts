import { describe, expect, it } from 'vitest'
import { seedPeople, setUpService, signInAs } from '../../../testing/people.ts'
import { cheapPasswordCost, startTestService } from '../../../testing/test-service.ts'
import { hashPassword } from '../passwords/password-hash.ts'

const fixture = setUpService({ trustProxy: '127.0.0.1' })

const attempt = (login: string, password: string, more: { headers?: Record<string, string> } = {}) =>
  fixture.service.request({ method: 'POST', url: '/api/v2/access/sessions', payload: { login, password }, ...more })

describe('signing in', () => {
  it('returns the token only in a cookie that scripts and other sites cannot use', async () => {
    const { login, password, id } = fixture.people.viewer
    const answer = await attempt(login, password)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: 1,
      data: { user: { id, login, role: 'viewer' }, must_change_password: false, csrf_token: expect.any(String) },
    })
    const [cookie, device] = answer.headers['set-cookie'] as [string, string]
    expect(device).toMatch(/^flotilla_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(cookie).toMatch(/^flotilla_session=[\w-]{43}; .*HttpOnly; SameSite=Strict$/)
    expect(cookie).toContain('; Path=/;')
    const token = cookie.slice('flotilla_session='.length, cookie.indexOf(';'))
    expect(answer.text).not.toContain(token)
    const stored = await fixture.service.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('sets cookies for TLS and this host only where PUBLIC_URL is https, and still reads the names of 0.2.0', async () => {
    const service = await startTestService({ publicUrl: 'https://fleet.example' }, false)
    try {
      const { administrator } = await seedPeople(service)
      const payload = { login: administrator.login, password: administrator.password }
      // A proxy that sends no X-Forwarded-Proto must not remove the protection.
      const answer = await service.request({ method: 'POST', url: '/api/v2/access/sessions', payload })
      const cookies = answer.headers['set-cookie'] as string[]
      expect(cookies).toEqual([
        expect.stringMatching(/^__Host-flotilla_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
        expect.stringMatching(
          /^__Host-flotilla_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
        ),
      ])
      const me = (cookie: string) => service.request({ url: '/api/v2/access/me', headers: { cookie } })
      const token = cookies[0]!.split(';')[0]!.split('=')[1]
      expect((await me(`__Host-flotilla_session=${token}`)).status).toBe(200)
      expect((await me(`flotilla_session=${token}`)).status).toBe(200)
      // Of another host of the domain: the own one wins.
      expect((await me(`flotilla_session=planted; __Host-flotilla_session=${token}`)).status).toBe(200)
      const csrf = { cookie: `__Host-flotilla_session=${token}`, 'x-csrf-token': answer.body.data.csrf_token }
      const out = await service.request({ method: 'DELETE', url: '/api/v2/access/sessions/current', headers: csrf })
      expect(out.headers['set-cookie']).toEqual([
        expect.stringContaining('__Host-flotilla_session=; Max-Age=0'),
        expect.stringContaining('flotilla_session=; Max-Age=0'),
      ])
    } finally {
      await service.close()
    }
  })

  it('sets a Secure cookie over TLS', async () => {
    const { login, password } = fixture.people.viewer
    const answer = await attempt(login, password, { headers: { 'x-forwarded-proto': 'https' } })
    expect(String(answer.headers['set-cookie'])).toContain('; Secure')
  })

  it('accepts the login regardless of case, and also as username', async () => {
    const { login, password } = fixture.people.viewer
    expect((await attempt(login.toUpperCase(), password)).status).toBe(200)
    const payload = { username: login, password }
    const answer = await fixture.service.request({ method: 'POST', url: '/api/v2/access/sessions', payload })
    expect(answer.status).toBe(200)
  })

  it('gives the same answer to a wrong password, an unknown login and a disabled account', async () => {
    const { viewer, manager } = fixture.people
    await fixture.service.db.updateTable('users').set({ disabled: true }).where('id', '=', manager.id).execute()
    const answers = [
      await attempt(viewer.login, 'wrong'),
      await attempt('unknown-login', 'wrong'),
      await attempt(manager.login, manager.password),
    ]
    for (const { status, text, headers } of answers) {
      expect(status).toBe(401)
      expect(text).toBe(answers[0]!.text)
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  it('does not reveal in a dry run whether the credentials are right', async () => {
    const payload = { login: fixture.people.viewer.login, password: 'wrong', dry_run: true }
    const answer = await fixture.service.request({ method: 'POST', url: '/api/v2/access/sessions', payload })
    expect(answer.body).toMatchObject({ success: 1, data: { dry_run: true } })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('never uses a token that was in the browser before', async () => {
    const { login, password } = fixture.people.viewer
    const planted = { cookie: 'flotilla_session=planted-by-an-attacker-planted-by-an-attack' }
    const answer = await attempt(login, password, { headers: planted })
    expect(String(answer.headers['set-cookie'])).not.toContain('planted')
    const other = await fixture.service.request({ method: 'GET', url: '/api/v2/access/me', headers: planted })
    expect(other.status).toBe(401)
    expect((await signInAs(fixture.service, fixture.people.viewer)).cookie).not.toBe(
      String(answer.headers['set-cookie']).split(';')[0],
    )
  })

  it('hashes a password again when the cost of its hash is too low', async () => {
    const { login, password, id } = fixture.people.viewer
    const hash = async () =>
      (
        await fixture.service.db
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).password_hash
    const weaker = await hashPassword(password, { ...cheapPasswordCost, parallel: 1 })
    await fixture.service.db.updateTable('users').set({ password_hash: weaker }).where('id', '=', id).execute()
    expect((await attempt(login, 'a wrong one')).status).toBe(401)
    expect(await hash()).toBe(weaker)
    await attempt(login, password)
    expect(await hash()).toMatch(/^scrypt\$1\$1\$2\$/)
    expect((await attempt(login, password)).status).toBe(200)
  })

  it('records a line in the audit log, without the password', async () => {
    const { login, password } = fixture.people.viewer
    await attempt(login, password)
    await attempt(login, 'a wrong one')
    const lines = await fixture.service.db.selectFrom('audit_lines').selectAll().orderBy('id').execute()
    expect(lines.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['sign-in', 'ok'],
      ['sign-in', 'svc_unauthorized'],
    ])
    expect(JSON.stringify(lines)).not.toContain(password)
    expect(JSON.stringify(lines)).not.toContain('a wrong one')
    expect(lines).toMatchObject([
      { actor_kind: 'user', actor_name: login, subject: expect.stringContaining('"way":"password"') },
      { actor_kind: 'nobody', user_id: fixture.people.viewer.id },
    ])
  })

  it('records repeated refusals once', async () => {
    for (let count = 0; count < 12; count++) await attempt(fixture.people.viewer.login, 'a wrong one')
    const outcomes = await fixture.service.db.selectFrom('audit_lines').select('outcome').orderBy('id').execute()
    expect(outcomes).toEqual([{ outcome: 'svc_unauthorized' }, { outcome: 'svc_rate_limited' }])
    const counted = await fixture.service.db.selectFrom('audit_refusals').select('repeats').execute()
    expect(counted.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(10)
  })
})

describe('one-time password', () => {
  it('only allows changing it', async () => {
    const { service, people } = fixture
    const { id } = people.administrator
    await service.db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute()
    const { headers } = await signInAs(service, people.administrator)
    const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
      service.request({ method, url: `/api/v2${url}`, headers, ...(payload && { payload }) })
    expect((await call('GET', '/access/me')).body.data).toMatchObject({
      must_change_password: true,
      role: 'administrator',
    })
    expect((await call('GET', '/access/users')).status).toBe(403)
    expect((await call('POST', '/access/users/add', { login: 'friend' })).status).toBe(403)
    const program = { name: 'script', current_password: people.administrator.password }
    expect((await call('POST', '/access/me/application-passwords', program)).status).toBe(403)
    const payload = { current_password: people.administrator.password, new_password: 'a better pass phrase' }
    const changed = await service.request({ method: 'PUT', url: '/api/v2/access/me/password', headers, payload })
    expect(changed.status).toBe(200)
    expect((await call('GET', '/access/users')).status).toBe(200)
  })
})
