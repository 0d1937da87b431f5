import { describe, expect, it } from 'vitest'
import { basic, setUpService, signIn } from '../../testing/people.ts'

const scene = setUpService()

const me = (headers: Record<string, string>) =>
  scene.service.request({ method: 'GET', url: '/api/v2/access/me', headers })

describe('schemes', () => {
  it('are never confused: each secret opens only its own door', async () => {
    const { service, people } = scene
    const { cookie } = await signIn(service, people.administrator)
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
      expect((await service.request({ method: 'GET', url })).status).toBe(401)
    }
  })

  it('leave no secret in the log', async () => {
    const { service, people } = scene
    await me(people.keys.full.headers)
    await me(people.viewer.basic)
    const { cookie } = await signIn(service, people.viewer)
    await me({ cookie })
    const log = JSON.stringify(service.logged)
    for (const secret of [people.keys.full.token, people.viewer.password, cookie.split('=')[1]!]) {
      expect(log).not.toContain(secret)
    }
  })
})
