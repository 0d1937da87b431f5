import { describe, expect, it } from 'vitest'
import { basic, setUpService, signInAs } from '../../testing/people.ts'

const fixture = setUpService()

const me = (headers: Record<string, string>) =>
  fixture.service.request({ method: 'GET', url: '/api/v2/access/me', headers })

describe('credential schemes', () => {
  it('accept a secret only under its own scheme', async () => {
    const { service, people } = fixture
    const { cookie } = await signInAs(service, people.administrator)
    const token = cookie.split('=')[1]!
    const { keys, administrator } = people
    const refused: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${administrator.password.replaceAll(' ', '')}` },
      { cookie: `flotilla_session=${keys.full.token}` },
      basic(administrator.login, token),
      // A wrong header is refused even with a valid cookie.
      { authorization: 'Bearer wrong-wrong-wrong-wrong-wrong-wrong', cookie },
      {},
    ]
    for (const headers of refused) expect((await me(headers)).status).toBe(401)
    for (const name of ['api_key', 'token', 'consumer_key', 'access_token']) {
      const url = `/api/v2/access/me?${name}=${keys.full.token}`
      expect((await service.request({ method: 'GET', url })).status).toBe(401)
    }
  })

  it('write no secret to the log', async () => {
    const { service, people } = fixture
    await me(people.keys.full.headers)
    await me(people.viewer.basic)
    const { cookie } = await signInAs(service, people.viewer)
    await me({ cookie })
    const log = JSON.stringify(service.logged)
    for (const secret of [people.keys.full.token, people.viewer.password, cookie.split('=')[1]!]) {
      expect(log).not.toContain(secret)
    }
  })
})
