import { describe, expect, it } from 'vitest'
import { basic, setUpService } from '../../testing/people.ts'

const scene = setUpService()

const me = (headers: Record<string, string>) =>
  scene.service.request({ method: 'GET', url: '/api/v2/access/me', headers })

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
    const { service, people } = scene
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
    const { administrator, viewer, keys } = scene.people
    expect((await me(basic(administrator.login, keys.read.token))).body.data).toMatchObject({
      kind: 'key',
      scopes: ['read'],
    })
    expect((await me(basic(viewer.login, keys.read.token))).status).toBe(401)
    expect((await me(basic('anybody', keys.read.token))).status).toBe(401)
    expect((await me(basic(administrator.login, keys.expired.token))).status).toBe(401)
  })

  it('with names that nobody can have are refused like any other', async () => {
    for (const login of ['a\0b', ' ada', '\ud800', 'x'.repeat(500)])
      expect((await me(basic(login, 'x'))).status).toBe(401)
  })
})
