import { describe, expect, it } from 'vitest'
import { basic, peopledHouse, signIn } from '../../testing/people.ts'

const scene = peopledHouse()
const minutes = 60_000

const attempt = (login: string, password: string, more: { remoteAddress?: string } = {}) =>
  scene.house.request({ method: 'POST', url: '/api/v2/access/sessions', payload: { login, password }, ...more })

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
