import { expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'

const fixture = setUpService()
const remove = (id: number, headers: Record<string, string> = fixture.people.administrator.headers, query = '') =>
  fixture.service.request({ method: 'DELETE', url: `/api/v2/access/users/${id}/remove${query}`, headers })

it('deletes a user with all credentials', async () => {
  const { service, people } = fixture
  const { id, headers } = people.viewer
  const session = await signInAs(service, people.viewer)
  const url = '/api/v2/access/me/application-passwords'
  await service.request({
    method: 'POST',
    url,
    headers: session.headers,
    payload: { name: 'x', current_password: people.viewer.password },
  })
  expect((await remove(id)).body).toMatchObject({ success: 1, data: { deleted: true, id, login: 'vera' } })
  for (const table of ['sessions', 'api_keys', 'application_passwords', 'known_devices'] as const) {
    expect(await service.db.selectFrom(table).select('id').where('user_id', '=', id).execute()).toEqual([])
  }
  expect((await service.request({ method: 'GET', url: '/api/v2/access/me', headers })).status).toBe(401)
  expect((await remove(id)).body.code).toBe('svc_user_not_found')
})

it('returns the user in a dry run', async () => {
  const { id } = fixture.people.viewer
  const answer = await remove(id, fixture.people.administrator.headers, '?dry_run=true')
  expect(answer.body.data).toMatchObject({ dry_run: true, would_affect: [{ id, login: 'vera' }] })
  expect((await remove(fixture.people.administrator.id, undefined, '?dry_run=true')).status).toBe(409)
  expect((await fixture.service.db.selectFrom('users').select('id').execute()).length).toBe(3)
})

it('keeps the last active administrator, also when two delete each other at the same time', async () => {
  const { administrator, manager } = fixture.people
  expect((await remove(administrator.id)).body.code).toBe('svc_last_administrator')
  await fixture.service.db.updateTable('users').set({ role: 'administrator' }).where('id', '=', manager.id).execute()
  const answers = await Promise.all([
    remove(manager.id, administrator.headers),
    remove(administrator.id, manager.headers),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const left = await fixture.service.db.selectFrom('users').select('id').where('role', '=', 'administrator').execute()
  expect(left).toHaveLength(1)
})

it('needs the delete scope', async () => {
  expect((await remove(fixture.people.viewer.id, fixture.people.keys.write.headers)).status).toBe(403)
})
