import { expect, it } from 'vitest'
import { peopledHouse, signIn } from '../../../testing/people.ts'

const scene = peopledHouse()
const list = (id: number, headers: Record<string, string>) =>
  scene.house.request({ url: `/api/v2/access/users/${id}/application-passwords`, headers })

it('shows administrators the application passwords of a person, never the passwords themselves', async () => {
  const { house, people } = scene
  const { viewer, administrator, manager, keys } = people
  const { headers } = await signIn(house, viewer)
  const payload = { name: 'script', current_password: viewer.password }
  const url = '/api/v2/access/me/application-passwords'
  const made = await house.request({ method: 'POST', url, headers, payload })
  const { body, text } = await list(viewer.id, administrator.headers)
  expect(body).toMatchObject({ total: 1, data: [{ name: 'script', last_used_at: null }] })
  expect(text).not.toContain(made.body.data.password)
  expect((await list(administrator.id, administrator.headers)).body.data).toEqual([])
  expect((await list(999, administrator.headers)).body.code).toBe('svc_user_not_found')
  for (const each of [manager, viewer, keys.limited]) expect((await list(viewer.id, each.headers)).status).toBe(403)
})
