import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { ability, rest } = callers(fixture)
const total = async () => (await ability('list-tags')).body.total

describe('add-tag', () => {
  it('adds a tag and normalises its colour', async () => {
    const { status, body } = await ability('add-tag', { name: ' Prod ', color: '#3Af' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: 1,
      name: 'Prod',
      color: '#33aaff',
      sites_count: 0,
      created_at: '2026-11-15T09:00:00Z',
    })
  })

  it('chooses a colour if none is given, the same in a dry run', async () => {
    for (const [name, more] of Object.entries({ a: {}, b: { color: null }, c: { color: '' } })) {
      const plan = await ability('add-tag', { name, ...more, dry_run: true })
      const { body } = await ability('add-tag', { name, ...more })
      expect(body.color).toMatch(/^#[0-9a-f]{6}$/)
      expect(plan.body.would_affect).toEqual([{ name, color: body.color }])
    }
    const { body } = await ability('list-tags')
    expect(new Set(body.items.map(({ color }: { color: string }) => color)).size).toBeGreaterThan(1)
  })

  it('shows a colour for tags that were stored without one', async () => {
    await fixture.service.db.pool.query(
      `insert into tags (name, color, created_at, updated_at) values ('old', null, now(), now())`,
    )
    expect((await ability('get-tag', { tag_id: 1 })).body.color).toMatch(/^#[0-9a-f]{6}$/)
  })

  it('accepts JSON and a form over REST', async () => {
    expect((await rest('POST /tags/add', { name: 'A', color: '#FF0000' })).body).toMatchObject({
      success: 1,
      message: 'Tag added.',
      data: { id: 1, name: 'A', color: '#ff0000' },
    })
    const { body } = await fixture.service.request({
      method: 'POST',
      url: '/api/v2/tags/add',
      headers: { ...fixture.people.administrator.headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=B&color=%23abc',
    })
    expect(body.data).toMatchObject({ id: 2, color: '#aabbcc' })
  })

  it('refuses invalid names and colours', async () => {
    const refused: [object, string][] = [
      [{}, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 'a\tb' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'A', color: 'red' }, 'color'],
      [{ name: 'A', color: '#12345' }, 'color'],
      [{ name: 'A', color: '#gggggg' }, 'color'],
      [{ name: 'A', sites: [1] }, 'sites'],
    ]
    for (const [input, field] of refused) {
      const { status, body } = await ability('add-tag', input)
      expect(status).toBe(400)
      expect(Object.keys(body.data.params)).toEqual([field])
    }
    expect(await total()).toBe(0)
  })

  it('refuses a name that is taken, ignoring case, also for two concurrent calls', async () => {
    const responses = await Promise.all(['Ämter', 'ämter', 'ÄMTER'].map((name) => ability('add-tag', { name })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await rest('POST /tags/add', { name: 'ÄmTeR' })).body.code).toBe('svc_already_exists')
    expect((await ability('add-tag', { name: 'ämter', dry_run: true })).status).toBe(409)
  })

  it('adds nothing in a dry run', async () => {
    expect((await ability('add-tag', { name: 'A', color: '#abc', dry_run: true })).body).toEqual({
      dry_run: true,
      would_affect: [{ name: 'A', color: '#aabbcc' }],
      count: 1,
      warnings: [],
    })
    expect(await total()).toBe(0)
  })

  it('is refused to limited keys and viewers', async () => {
    for (const { headers } of [fixture.people.keys.limited, fixture.people.viewer]) {
      expect((await ability('add-tag', { name: 'A' }, headers)).body.code).toBe('svc_permission_denied')
    }
  })
})
