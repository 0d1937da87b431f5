import { describe, expect, it } from 'vitest'
import { setUpIncidents } from '../testing/set-up-incidents.ts'

const fixture = setUpIncidents()
const assign = (user: string | null, id = 1, headers?: Record<string, string>) =>
  fixture.rest(`POST /incidents/${id}/assign`, { user }, headers)

it('assigns the incident to a user, and removes the assignment', async () => {
  const { login } = fixture.people.manager
  expect((await assign(login)).body.data).toMatchObject({ handling: { assigned_to: login } })
  const { body } = await fixture.rest('GET /monitors/incidents')
  expect(body.data).toMatchObject([{ id: 1, handling: 'open', assigned_to: login }])
  expect((await assign(null)).body.data.handling.assigned_to).toBeNull()
})

describe('a user who cannot be assigned', () => {
  it('is unknown, disabled or does not see the site: the answer is the same', async () => {
    const { manager, viewer } = fixture.people
    const { db } = fixture.service
    const message = (login: string, text: string) => text.replaceAll(login, 'LOGIN')
    const unknown = await assign('unknown')
    await db.updateTable('users').set({ disabled: true }).where('id', '=', manager.id).execute()
    await db
      .updateTable('users')
      .set({ site_ids: [3] })
      .where('id', '=', viewer.id)
      .execute()
    const others = [await assign(manager.login), await assign(viewer.login)]
    expect(others.map(({ status }) => status)).toEqual([400, 400])
    expect(message(manager.login, others[0]!.body.message)).toBe(message('unknown', unknown.body.message))
    expect(message(viewer.login, others[1]!.body.message)).toBe(message('unknown', unknown.body.message))
  })
})

it('returns 404 beyond the limits and 403 without the permission', async () => {
  expect((await assign(null, 2, fixture.people.keys.limited.headers)).status).toBe(404)
  expect((await assign(null, 1, fixture.people.viewer.headers)).status).toBe(403)
})

it('keeps the incident when the user is deleted', async () => {
  const { id, login } = fixture.people.viewer
  await assign(login)
  await fixture.service.app.run('delete-user', { id }, { confirmed: true })
  expect((await fixture.rest('GET /incidents/1')).body.data.handling.assigned_to).toBeNull()
})
