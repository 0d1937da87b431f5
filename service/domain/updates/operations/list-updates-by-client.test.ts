import { beforeEach, describe, expect, it } from 'vitest'
import { setUpUpdates } from '../testing/set-up-updates.ts'

const fixture = setUpUpdates()
const get = async (query = '', headers?: Record<string, string>) =>
  (await fixture.rest(`GET /updates/clients${query}`, undefined, headers)).body

beforeEach(async () => {
  await fixture.service.db.pool.query(`
    insert into clients (id, name, created_at, updated_at) values (1, 'Harbour', now(), now()), (2, 'Quiet', now(), now());
    update sites set client_id = 1 where id in (1, 2)`)
})

describe('GET /updates/clients', () => {
  it('counts pending updates of each client by type and step; sites without a client are a group too', async () => {
    const body = await get()
    expect(body).toMatchObject({ success: 1, total: 2 })
    expect(body.data).toEqual([
      {
        client_id: 1,
        client_name: 'Harbour',
        sites: 2,
        summary: { core: 1, plugins: 3, themes: 1, translations: 2, total: 7 },
        steps: { major: 3, minor: 1, patch: 1, unknown: 0 },
      },
      {
        client_id: null,
        client_name: null,
        sites: 1,
        summary: { core: 0, plugins: 1, themes: 1, translations: 0, total: 2 },
        steps: { major: 1, minor: 1, patch: 0, unknown: 0 },
      },
    ])
  })

  it('is paged', async () => {
    expect(await get('?per_page=1&page=2')).toMatchObject({ total: 2, data: [{ client_id: null }] })
    expect(await get('?page=5')).toMatchObject({ total: 2, data: [] })
  })

  it('leaves out ignored updates and sites that a limited key may not see', async () => {
    await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php' })
    const [harbour] = (await get()).data
    expect(harbour).toMatchObject({
      sites: 1,
      summary: { plugins: 1, total: 5 },
      steps: { major: 1, minor: 1, patch: 1 },
    })
    await fixture.rest('POST /updates/unignore/plugins')
    const { data, total } = await get('', fixture.people.keys.limited.headers)
    expect([total, data]).toMatchObject([1, [{ client_id: 1, sites: 1, summary: { total: 6 }, steps: { major: 2 } }]])
  })
})
