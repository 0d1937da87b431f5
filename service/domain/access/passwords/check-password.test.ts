import { describe, expect, it } from 'vitest'
import { basic, cookiesOf, setUpService, signInAs } from '../../../testing/people.ts'
import type { Answer } from '../../../testing/test-service.ts'
import { beginPasswordAttempt } from './failure-limit.ts'

const fixture = setUpService()
const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

const attempt = (login: string, password: string, remoteAddress: string, cookie = ''): Promise<Answer> =>
  fixture.service.request({
    method: 'POST',
    url: '/api/v2/access/sessions',
    payload: { login, password },
    remoteAddress,
    headers: { cookie },
  })

const fail = async (times: number, login: string, address: string, cookie = '') => {
  const statuses: number[] = []
  for (let count = 0; count < times; count++) statuses.push((await attempt(login, 'wrong', address, cookie)).status)
  return statuses
}

const waitOf = ({ headers }: Answer) => Number(headers['retry-after']) * second

describe('guessing a password', () => {
  it('does not lock the owner out in other networks, and only briefly in the same one', async () => {
    const { login, password } = fixture.people.administrator
    expect(await fail(12, login, '203.0.113.1')).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
    expect((await attempt(login, password, '198.51.100.7')).status).toBe(200)
    fixture.service.clock.advance(second)
    expect((await attempt(login, password, '203.0.113.1')).status).toBe(200)
  })

  it('doubles the wait each time, up to 15 minutes, and returns it in Retry-After', async () => {
    const { login } = fixture.people.viewer
    await fail(5, login, '203.0.113.1')
    const waits: number[] = []
    for (let count = 0; count < 12; count++) {
      const refused = await attempt(login, 'wrong', '203.0.113.1')
      expect(refused.body.code).toBe('svc_rate_limited')
      waits.push(waitOf(refused) / second)
      fixture.service.clock.advance(waitOf(refused))
      expect((await attempt(login, 'wrong', '203.0.113.1')).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  it('counts logins regardless of case, and logins that do not exist', async () => {
    await fail(4, 'unknown-login', '203.0.113.1')
    expect(await fail(2, 'UNKNOWN-login', '203.0.113.1')).toEqual([401, 429])
  })

  it('counts an IPv6 network as one and limits it for all logins together', async () => {
    const { viewer, manager } = fixture.people
    for (let count = 0; count < 20; count++) {
      await attempt(`guess-${count}`, 'wrong', `2001:db8:1:2::${count + 1}`)
    }
    expect((await attempt(viewer.login, viewer.password, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await attempt(viewer.login, viewer.password, '2001:db8:1:3::1')).status).toBe(200)
    fixture.service.clock.advance(second)
    expect((await attempt(manager.login, manager.password, '2001:db8:1:2:ffff::1')).status).toBe(200)
  })

  it('is limited in the same way for parallel guesses', async () => {
    const { login } = fixture.people.viewer
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => attempt(login, `wrong ${index}`, '203.0.113.1')),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
  })

  it('resets the count of a login and network when the owner signs in', async () => {
    const { login, password } = fixture.people.viewer
    await fail(4, login, '203.0.113.1')
    expect((await attempt(login, password, '203.0.113.1')).status).toBe(200)
    expect(await fail(5, login, '203.0.113.1')).toEqual(Array(5).fill(401))
  })

  it('is limited over Basic too, and never affects keys, application passwords or open sessions', async () => {
    const { service, people } = fixture
    const { login, password } = people.viewer
    const { headers } = await signInAs(service, people.viewer)
    const url = '/api/v2/access/me'
    const made = await service.request({
      method: 'POST',
      url: '/api/v2/access/me/application-passwords',
      headers,
      payload: { name: 'script', current_password: password },
    })
    const request = (credentials: Record<string, string>) => service.request({ url, headers: credentials })
    const statuses: number[] = []
    for (let count = 0; count < 7; count++) statuses.push((await request(basic(login, `wrong ${count}`))).status)
    expect(statuses).toEqual([...Array(5).fill(401), 429, 429])
    expect((await request(people.viewer.basic)).status).toBe(429)
    for (const credentials of [headers, basic(login, made.body.data.password), people.viewer.headers]) {
      expect((await request(credentials)).status).toBe(200)
    }
  })

  it('stores no login in plain text', async () => {
    await attempt('my secret pass phrase', 'x', '203.0.113.1')
    const rows = await fixture.service.db.selectFrom('failed_guesses').selectAll().execute()
    expect(rows).toHaveLength(4)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})

describe('known device', () => {
  it('is not affected by failures of others in the same network, and has a limit of its own', async () => {
    const { administrator } = fixture.people
    const { login, password } = administrator
    const known = cookiesOf(await attempt(login, password, '203.0.113.1')).flotilla_device!
    await fail(30, login, '203.0.113.1')
    const cookie = `flotilla_device=${known}`
    expect(await fail(5, login, '203.0.113.1', cookie)).toEqual(Array(5).fill(401))
    expect((await attempt(login, 'wrong', '203.0.113.1', cookie)).status).toBe(429)
    fixture.service.clock.advance(second)
    expect((await attempt(login, password, '203.0.113.1', cookie)).status).toBe(200)
  })

  it('is known for one user only, and gets a new token with each sign-in', async () => {
    const { viewer, administrator } = fixture.people
    const first = cookiesOf(await attempt(viewer.login, viewer.password, '203.0.113.1')).flotilla_device!
    await fail(6, administrator.login, '203.0.113.1')
    const asOther = await attempt(administrator.login, 'wrong', '203.0.113.1', `flotilla_device=${first}`)
    expect(asOther.status).toBe(429)
    const again = await attempt(viewer.login, viewer.password, '203.0.113.1', `flotilla_device=${first}`)
    expect(cookiesOf(again).flotilla_device).not.toBe(first)
    expect(await fixture.service.db.selectFrom('known_devices').select('id').execute()).toHaveLength(1)
    await fail(6, viewer.login, '203.0.113.1')
    expect((await attempt(viewer.login, viewer.password, '203.0.113.1', `flotilla_device=${first}`)).status).toBe(429)
  })

  it('is not created from a token planted in the browser', async () => {
    const { viewer } = fixture.people
    const planted = 'p'.repeat(43)
    await attempt(viewer.login, viewer.password, '203.0.113.1', `flotilla_device=${planted}`)
    await fail(6, viewer.login, '198.51.100.1')
    const answer = await attempt(viewer.login, 'wrong', '198.51.100.1', `flotilla_device=${planted}`)
    expect(answer.status).toBe(429)
  })

  it('is not a credential', async () => {
    const { viewer } = fixture.people
    const { flotilla_device: device } = cookiesOf(await attempt(viewer.login, viewer.password, '203.0.113.1'))
    for (const name of ['flotilla_device', 'flotilla_session']) {
      const headers = { cookie: `${name}=${device}` }
      expect((await fixture.service.request({ url: '/api/v2/access/me', headers })).status).toBe(401)
    }
  })

  it('expires after 180 days without a sign-in; the oldest are deleted beyond 20', async () => {
    const { viewer } = fixture.people
    const cookie = `flotilla_device=${cookiesOf(await attempt(viewer.login, viewer.password, '203.0.113.1')).flotilla_device}`
    fixture.service.clock.advance(180 * day)
    await fail(6, viewer.login, '203.0.113.1')
    expect((await attempt(viewer.login, viewer.password, '203.0.113.1', cookie)).status).toBe(429)
    for (let count = 0; count < 22; count++) await attempt(viewer.login, viewer.password, `198.51.100.${count}`)
    expect(await fixture.service.db.selectFrom('known_devices').select('id').execute()).toHaveLength(20)
  })
})

describe('an attacker who guesses as often as possible', () => {
  /** Number of guesses accepted in this time when each address retries as soon as it is allowed. */
  async function guesses(addresses: string[], milliseconds: number): Promise<number> {
    const { db, clock, app } = fixture.service
    const context = { ...app.context, db, clock, passwordCost: { power: 1, blockSize: 1, parallel: 1 } }
    const next = new Map(addresses.map((address) => [address, 0]))
    let accepted = 0
    for (let elapsed = 0; elapsed < milliseconds; ) {
      for (const [address, at] of next) {
        if (at > elapsed) continue
        const refusal = await beginPasswordAttempt(context, 'ada', { address }).then(
          () => null,
          (error) => error,
        )
        if (refusal === null) accepted++
        else next.set(address, elapsed + refusal.details.retry_after * second)
      }
      const soonest = Math.max(elapsed + second, Math.min(...next.values()))
      if ([...next.values()].every((at) => at > elapsed)) {
        fixture.service.clock.advance(soonest - elapsed)
        elapsed = soonest
      }
    }
    return accepted
  }

  it('has about 110 guesses a day from one address', async () => {
    const count = await guesses(['203.0.113.1'], day)
    expect(count).toBeGreaterThan(100)
    expect(count).toBeLessThanOrEqual(110)
  })

  /** Sets the number of failed guesses from all networks. */
  async function setFailures(failures: number) {
    await guesses(['192.0.2.1'], second)
    const { db, clock } = fixture.service
    const { numUpdatedRows } = await db
      .updateTable('failed_guesses')
      .set({ failures, next_at: clock.now() })
      .where('subject', 'like', 'password for %')
      .executeTakeFirst()
    expect(numUpdatedRows).toBe(1n)
  }

  it('has 3 guesses from each subnet and, after 100 from all together, one a minute', async () => {
    await setFailures(99)
    const addresses = Array.from({ length: 12 }, (_, index) => `203.0.${index}.1`)
    const count = await guesses(addresses, 10 * minute)
    expect(count).toBeGreaterThan(3 * 12 + 10)
    // The first six waits are shorter than a minute.
    expect(count).toBeLessThanOrEqual(3 * 12 + 1 + 6 + 10)
  })

  it('does not lock out an owner with a new network and a new device', async () => {
    const { login, password } = fixture.people.administrator
    await setFailures(500)
    await guesses(['203.0.113.1'], 5 * minute)
    expect((await attempt(login, 'mistyped', '198.51.100.1')).status).toBe(401)
    expect((await attempt(login, password, '198.51.100.1')).status).toBe(200)
  })
})
