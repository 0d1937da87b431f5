import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const edit = (input: object) => ability('update-tag', { tag_id: 1, ...input })

beforeEach(async () => {
  await seedSites(fixture.service.db, 1)
  await ability('add-tag', { name: 'Prod', color: '#ff0000' })
  await ability('add-tag', { name: 'Staging' })
  await seedSiteTags(fixture.service.db, 1, [1])
  fixture.service.clock.advance(60_000)
})

describe('update-tag', () => {
  it('changes only the given fields', async () => {
    expect((await edit({ name: ' Live ' })).body).toEqual({
      id: 1,
      name: 'Live',
      color: '#ff0000',
      sites_count: 1,
      sites_ids: [1],
      created_at: '2026-11-15T09:00:00Z',
      updated_at: '2026-11-15T09:01:00Z',
    })
    expect((await edit({ color: '#0F0' })).body).toMatchObject({ name: 'Live', color: '#00ff00' })
  })

  it('chooses a colour for null and for ""', async () => {
    expect((await edit({ color: null })).body.color).toMatch(/^#[0-9a-f]{6}$/)
    await edit({ color: '#abc' })
    expect((await edit({ color: '' })).body.color).toMatch(/^#[0-9a-f]{6}$/)
  })

  it('changes nothing when nothing is given', async () => {
    expect((await edit({})).body).toMatchObject({ name: 'Prod', updated_at: '2026-11-15T09:00:00Z' })
    expect((await rest('PUT /tags/1/edit', {})).body.data).toMatchObject({ name: 'Prod', color: '#ff0000' })
  })

  it('accepts POST, PUT and PATCH over REST', async () => {
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const { body } = await rest(`${method} /tags/1/edit`, { name: method })
      expect(body).toMatchObject({ success: 1, message: 'Tag updated.', data: { id: 1, name: method, sites_count: 1 } })
    }
  })

  it('accepts its own name in another case, but not that of another tag', async () => {
    expect((await edit({ name: 'PROD' })).body.name).toBe('PROD')
    expect((await edit({ name: 'staging' })).body.code).toBe('svc_already_exists')
    expect((await edit({ name: 'staging', dry_run: true })).status).toBe(409)
  })

  it('refuses bad input and unknown tags', async () => {
    expect((await edit({ name: '' })).status).toBe(400)
    expect((await edit({ name: null })).status).toBe(400)
    expect((await edit({ color: 'blue' })).status).toBe(400)
    expect((await edit({ tag_id: 99, name: 'X' })).body.code).toBe('svc_tag_not_found')
    expect((await rest('PUT /tags/99/edit', { name: 'X' })).status).toBe(404)
  })

  it('changes nothing in a dry run', async () => {
    const { body } = await edit({ name: 'X', dry_run: true })
    expect(body).toMatchObject({ dry_run: true, tag_id: 1, tag_name: 'Prod', would_affect: [{ id: 1 }], count: 1 })
    expect((await ability('get-tag', { tag_id: 1 })).body.name).toBe('Prod')
  })

  it('is refused to limited keys', async () => {
    const { headers } = fixture.people.keys.limited
    expect((await rest('PUT /tags/1/edit', { name: 'X' }, headers)).status).toBe(403)
  })
})
