import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const remove = (id: number, headers: Record<string, string> = fixture.people.administrator.headers, query = '') =>
  fixture.service.request({ method: 'DELETE', url: `/api/v2/rest-api/delete-key/${id}${query}`, headers })

it('makes a key stop working at once', async () => {
  const { id, headers } = fixture.people.keys.full
  const me = async () => (await fixture.service.request({ method: 'GET', url: '/api/v2/access/me', headers })).status
  expect(await me()).toBe(200)
  expect((await remove(id, undefined, '?dry_run=true')).body.data).toMatchObject({
    dry_run: true,
    would_affect: [{ id }],
  })
  expect(await me()).toBe(200)
  expect((await remove(id)).body).toMatchObject({ success: 1, data: { deleted: true, id } })
  expect(await me()).toBe(401)
  expect((await remove(id)).body.code).toBe('svc_key_not_found')
})

it('needs the delete scope and an administrator', async () => {
  const { keys, manager } = fixture.people
  for (const { headers } of [keys.write, keys.limited, manager]) {
    expect((await remove(keys.full.id, headers)).status).toBe(403)
  }
})
