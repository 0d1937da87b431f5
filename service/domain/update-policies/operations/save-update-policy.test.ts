import { beforeEach, describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import { readSitePolicies } from '../read-policies.ts'

const fixture = setUpService()
const { rest } = callers(fixture)
const save = (body: object, headers?: Record<string, string>) => rest('PUT /update-policies', body, headers)
beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await fixture.service.db.pool.query(`insert into tags (id, name, created_at, updated_at) values (7, 'Shops', now(), now());
    insert into clients (id, name, created_at, updated_at) values (8, 'Acme', now(), now())`)
})

describe('save-update-policy', () => {
  it('creates a policy once per subject and changes only what is sent', async () => {
    const first = await save({
      scope: 'tag',
      tag_id: 7,
      rules: { patch: 'automatic', delay_days: 3, gates: { size: 'block' } },
    })
    expect(first.body.data).toMatchObject({
      scope: 'tag',
      tag_id: 7,
      name: 'Shops',
      rules: { patch: 'automatic', delay_days: 3 },
    })
    const second = await save({ scope: 'tag', tag_id: 7, rules: { delay_days: null, gates: { time: 'off' } } })
    expect(second.body.data.policy_id).toBe(first.body.data.policy_id)
    expect(second.body.data.rules).toEqual({ patch: 'automatic', gates: { size: 'block', time: 'off' } })
  })

  it.each([
    { scope: 'client', client_id: 8 },
    { scope: 'site', site_id_or_domain: 1 },
    { scope: 'item', item_type: 'plugin', item_slug: 'shop/shop.php' },
  ])('stores the policy of a %o', async (subject) => {
    expect((await save({ ...subject, rules: { major: 'never' } })).status).toBe(200)
    expect((await rest('GET /update-policies')).body.data).toMatchObject([
      { scope: 'fleet' },
      { scope: subject.scope, rules: { major: 'never' } },
    ])
  })

  it('shows and sets the old settings as the policy of the fleet, and leaves the others alone', async () => {
    await rest('PUT /settings/general/edit', {
      plugin_automatic_daily_update: 1,
      delay_autoupdate: 4,
      check_http_response: 0,
    })
    const [before] = (await rest('GET /update-policies')).body.data
    expect(before).toMatchObject({
      policy_id: null,
      rules: { types: ['plugin'], delay_days: 4, gates: { status: 'off', error_text: 'off' } },
    })
    await save({ scope: 'fleet', rules: { types: ['core', 'theme'], major: 'ask', gates: { size: 'off' } } })
    expect((await rest('GET /settings/general')).body.data).toMatchObject({
      automatic_daily_update: 1,
      plugin_automatic_daily_update: 0,
      theme_automatic_daily_update: 1,
      trans_automatic_daily_update: 0,
      delay_autoupdate: 4,
      check_http_response: 1,
    })
    await rest('PUT /settings/general/edit', { automatic_daily_update: 0, check_http_response: 0 })
    const [after] = (await rest('GET /update-policies')).body.data
    expect(after.rules).toMatchObject({ types: ['theme'], major: 'ask', gates: { status: 'off' } })
    await rest('PUT /settings/general/edit', { check_http_response: 1 })
    const [again] = (await rest('GET /update-policies')).body.data
    expect(again.rules.gates).toMatchObject({ status: 'block', size: 'off' })
  })

  it.each([
    [{ scope: 'tag', rules: {} }, 'tag_id'],
    [{ scope: 'fleet', tag_id: 7, rules: {} }, 'tag_id'],
    [{ scope: 'fleet', rules: { delay_days: 10 } }, 'rules.delay_days'],
    [{ scope: 'tag', tag_id: 7, rules: { key_text: 'Shop' } }, 'rules.key_text'],
    [{ scope: 'site', site_id_or_domain: 1, rules: { extra_paths: ['shop'] } }, 'rules.extra_paths[0]'],
    [
      { scope: 'tag', tag_id: 7, rules: { windows: [{ days: [7], from: '22:00', to: '23:00' }] } },
      'rules.windows[0].days[0]',
    ],
    [{ scope: 'tag', tag_id: 7, rules: { freezes: [{ from: '2027-01-05', to: '2026-12-15' }] } }, 'rules.freezes[0]'],
  ])('refuses %j', async (body, field) => {
    const { status, body: answer } = await save(body)
    expect([status, Object.keys(answer.data.params)]).toEqual([400, [field]])
  })

  it('refuses unknown subjects', async () => {
    expect((await save({ scope: 'tag', tag_id: 99, rules: {} })).body.code).toBe('svc_tag_not_found')
    expect((await save({ scope: 'site', site_id_or_domain: 99, rules: {} })).status).toBe(404)
  })

  it('lets managers change all but the policy of the fleet', async () => {
    const { headers } = fixture.people.manager
    expect((await save({ scope: 'tag', tag_id: 7, rules: { patch: 'ask' } }, headers)).status).toBe(200)
    expect((await save({ scope: 'fleet', rules: { patch: 'ask' } }, headers)).status).toBe(403)
    expect((await save({ scope: 'tag', tag_id: 7, rules: {} }, fixture.people.viewer.headers)).status).toBe(403)
  })

  it('plans without a change', async () => {
    const { body } = await save({ scope: 'tag', tag_id: 7, rules: { patch: 'never' }, dry_run: true })
    expect(body.data.would_affect).toMatchObject([{ scope: 'tag', policy_id: null, after: { patch: 'never' } }])
    expect((await rest('GET /update-policies')).body.total).toBe(1)
  })
})

describe('the policy of a view', () => {
  const saveView = async (input: object, headers = fixture.people.manager.basic) =>
    (await rest('POST /views/save', { name: 'Shops', shared: true, ...input }, headers)).body
  const ruled = (view_id: number) => ({ scope: 'view', view_id, rules: { major: 'never' } })

  it('applies to the sites that match its filters, more specific than that of a tag', async () => {
    await fixture.service.db.pool.query('insert into site_tags (site_id, tag_id) values (1, 7), (2, 7)')
    const { id } = (await saveView({ filters: { tag_id: 7, search: 'site-1' } })).data
    await save({ scope: 'tag', tag_id: 7, rules: { major: 'automatic' } })
    expect((await save(ruled(id))).body.data).toMatchObject({ scope: 'view', view_id: id, name: 'Shops' })
    const policies = await readSitePolicies(fixture.service.app.context, [1, 2])
    const action = (siteId: number) => policies.of(siteId, null)?.action('major')
    expect([action(1)?.value, action(1)?.by.scope]).toEqual(['never', 'view'])
    expect([action(2)?.value, action(2)?.by.scope]).toEqual(['automatic', 'tag'])
  })

  it('is refused for private views, momentary filters and a switched-off guard', async () => {
    const own = (await saveView({ shared: false })).data.id
    expect((await save(ruled(own), fixture.people.manager.headers)).status).toBe(400)
    const down = (await saveView({ name: 'Down', filters: { attention: 'down' } })).data.id
    expect((await save(ruled(down))).status).toBe(400)
    const shops = (await saveView({ name: 'All shops', filters: { tag_id: 7 } })).data.id
    expect((await save({ ...ruled(shops), rules: { guard: 'off' } })).status).toBe(400)
  })

  it('keeps its view: the owner cannot delete it, nor change its sites without the right to change policies', async () => {
    const { viewer } = fixture.people
    const { id } = (await saveView({ filters: { tag_id: 7 } }, viewer.basic)).data
    await save(ruled(id))
    expect((await rest(`DELETE /views/${id}/delete`, undefined, viewer.basic)).body.code).toBe('svc_view_in_use')
    expect((await saveView({ view_id: id, filters: {} }, viewer.basic)).code).toBe('svc_view_in_use')
  })
})
