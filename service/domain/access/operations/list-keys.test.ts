import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const list = (query = '', headers: Record<string, string> = fixture.people.keys.read.headers) =>
  fixture.service.request({ method: 'GET', url: `/api/v2/rest-api/keys${query}`, headers })

it('lists the rights of each key, as scopes and in the form of the established product', async () => {
  const { people } = fixture
  const { body, text } = await list(`?user_id=${people.administrator.id}`)
  expect(body).toMatchObject({ success: 1, total: 9, page: 1, pages: 1 })
  const byId = new Map<number, Record<string, unknown>>(body.data.map((key: { id: number }) => [key.id, key]))
  expect(byId.get(people.keys.limited.id)).toEqual({
    id: people.keys.limited.id,
    user_id: people.administrator.id,
    version: 'v2',
    description: '',
    permissions: ['Read', 'Write & Delete'],
    scopes: ['read', 'write', 'delete'],
    site_ids: [1],
    tag_ids: [2],
    client_ids: null,
    change_tier: 'automatic',
    destroy_tier: 'automatic',
    truncated_key: people.keys.limited.token.slice(-7),
    active: true,
    expires_at: null,
    made_by_key_id: null,
    made_by_user_id: null,
    created_at: '2026-11-15T09:00:00Z',
    last_access: null,
    compatible: false,
  })
  expect(byId.get(people.keys.read.id)).toMatchObject({ permissions: ['Read'] })
  expect(byId.get(people.keys.write.id)).toMatchObject({ permissions: ['Read', 'Write'] })
  expect(byId.get(people.keys.delete.id)).toMatchObject({ permissions: ['Delete'] })
  expect(byId.get(people.keys.expiring.id)).toMatchObject({ expires_at: '2026-11-15T10:00:00Z' })
  for (const { token } of Object.values(people.keys)) expect(text).not.toContain(token)
  const hashes = await fixture.service.db.selectFrom('api_keys').select('hash').execute()
  for (const { hash } of hashes) expect(text).not.toContain(hash)
})

it('is paged and filters by active', async () => {
  expect((await list('?page=2&per_page=10')).body).toMatchObject({ total: 11, page: 2, pages: 2 })
  const { body } = await list('?active=false')
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([fixture.people.keys.inactive.id])
})

it('is for administrators', async () => {
  expect((await list('', fixture.people.manager.headers)).status).toBe(403)
})
