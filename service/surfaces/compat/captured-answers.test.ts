import { beforeEach, describe, expect, it } from 'vitest'
import { seedPendingUpdates } from '../../testing/seed-pending-updates.ts'
import { aPost } from '../../testing/set-up-content.ts'
import { setUpServiceWithSites } from '../../testing/set-up-service-with-sites.ts'
import captured from './testing/captured-shapes.json' with { type: 'json' }
import { differences, type Shape } from './testing/compare-shapes.ts'

const fixture = setUpServiceWithSites()
const { ability, rest } = fixture

const read = (path: string) =>
  fixture.service.request({
    method: 'GET',
    url: `/wp-json/mainwp/v2${path}`,
    headers: fixture.people.administrator.headers,
  })

/** What was captured → what is asked here, where the case of the capture needs another address. */
const sameCase: Record<string, string> = {
  // The captured installation had no monitor with this id.
  '/monitors/1': '/monitors/99',
  '/monitors/1/basic': '/monitors/99/basic',
  '/monitors/1/heartbeat': '/monitors/99/heartbeat',
  '/monitors/1/incidents': '/monitors/99/incidents',
  '/monitors/1/incidents/count': '/monitors/99/incidents/count',
}

const missingMonitor = {
  reason: 'A missing monitor is 404 with a code, as everything that is missing; theirs is 200 with success 0.',
  lines: ['success: missing', 'code: not captured', 'data: not captured'],
}

/** Differences that stay, each with its reason. */
const explained: Record<string, { reason: string; lines: string[] }> = {
  '/monitors/1': missingMonitor,
  '/monitors/1/basic': missingMonitor,
  '/monitors/1/heartbeat': missingMonitor,
  '/monitors/1/incidents': missingMonitor,
  '/monitors/1/incidents/count': missingMonitor,
  '/costs/1/sites': {
    reason: 'Their list of the sites of a cost loses the tags; ours is the record of every other list.',
    lines: ['data[].tags: text, not a record'],
  },
}

beforeEach(async () => {
  const child = fixture.nextChild()
  child.posts.push(aPost(1), aPost(8, { type: 'page' }))
  await fixture.add(child)
  await fixture.connected()
  await fixture.connected()
  // The captured sites had updates of every type except WordPress, and no must-use plugins.
  await fixture.service.db.pool.query('delete from site_updates')
  await fixture.service.db.pool.query('delete from site_software where must_use')
  for (const [id, translations] of [
    [1, 1],
    [2, 0],
    [3, 0],
  ] as const)
    await seedPendingUpdates(fixture.service.db, id, { plugins: 1, themes: 1, translations })
  await ability('add-tag', { name: 'Harbour' })
  await ability('update-site', { site_id_or_domain: 1, tags: [1] })
  await ability('add-client', { name: 'Ahab', client_email: 'ahab@one.example', selected_sites: [2, 3] })
  const { status } = await rest('POST /costs/add', {
    name: 'Hosting',
    price: 12.5,
    payment_type: 'subscription',
    renewal_type: 'monthly',
    product_type: 'hosting',
    last_renewal: '2026-11-01',
    sites: [1],
  })
  expect(status).toBe(200)
})

describe('the base of the established product', () => {
  it('answers every captured request with the names and types of the capture', async () => {
    const found: Record<string, string[]> = {}
    for (const [request, shape] of Object.entries(captured)) {
      const path = request.slice('GET '.length)
      const { body } = await read(sameCase[path] ?? path)
      // The file has the shapes that compare-shapes.ts describes.
      const lines = differences(shape as Shape, body)
      if (lines.length > 0) found[path] = lines
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(explained).map(([path, { lines }]) => [path, lines])))
  })
})

/** Cases that the captures do not have, as REST-BEHAVIOUR and the lab describe them. */
describe('a value of the established product', () => {
  const dataOf = async (path: string) => (await read(path)).body.data
  const query = (text: string) => fixture.service.db.pool.query(text)

  it('is an empty list for an empty map', async () => {
    const { tags } = await dataOf('/sites/2')
    expect(tags).toEqual([])
    expect((await dataOf('/sites')).map((site: { tags: unknown }) => site.tags)).toContainEqual([])
    await query('delete from site_updates')
    expect(await dataOf('/updates/2')).toEqual({ wp: [], plugins: [], themes: [], translations: [] })
    expect((await dataOf('/sites/2')).plugin_upgrades).toBe('[]')
  })

  it('is the text of the last status code of a monitor', async () => {
    await query(`update monitors set checked_at = now(), http_code = 200 where site_id = 1`)
    const monitors = await dataOf('/monitors')
    expect(monitors.find(({ id }: { id: number }) => id === 1).last_status_code).toBe('200')
  })

  it('is 0 and empty for a cost that is not renewed', async () => {
    const cost = { name: 'Theme', price: 59, payment_type: 'lifetime', product_type: 'theme', sites: [1] }
    expect((await rest('POST /costs/add', cost)).status).toBe(200)
    expect((await dataOf('/costs'))['2']).toMatchObject({ renewal_type: '', next_renewal: 0, last_renewal: 0 })
    expect(await dataOf('/costs/2')).toMatchObject({ renewal_type: '', next_renewal: '0', last_renewal: '0' })
  })

  it('is the row of the database for the client of a site', async () => {
    const client = await dataOf('/sites/2/client')
    expect(Object.keys(client).toSorted()).toEqual(
      [
        ...['address_1', 'address_2', 'city', 'client_email', 'client_facebook', 'client_id', 'client_instagram'],
        ...['client_linkedin', 'client_phone', 'client_twitter', 'contact_client_id', 'contact_email'],
        ...['contact_icon_info', 'contact_id', 'contact_image', 'contact_name', 'contact_phone', 'contact_role'],
        ...['country', 'created', 'facebook', 'image', 'instagram', 'linkedin', 'name', 'note', 'primary_contact_id'],
        ...['selected_icon_info', 'state', 'suspended', 'twitter', 'zip'],
      ].toSorted(),
    )
    expect(client).toMatchObject({ client_id: '1', created: expect.stringMatching(/^\d{10}$/), contact_id: null })
    await query(`insert into client_contacts (id, client_id, position, name, role, email, linkedin, is_primary)
      values (7, 1, 0, 'Ada', 'Owner', 'ada@acme.example', 'ada', true)`)
    const withContact = await dataOf('/sites/2/client')
    expect(Object.keys(withContact)).toEqual(Object.keys(client))
    expect(withContact).toMatchObject({
      ...{ primary_contact_id: '7', contact_id: '7', contact_client_id: '1', contact_name: 'Ada' },
      ...{ contact_role: 'Owner', contact_email: 'ada@acme.example', contact_phone: '', linkedin: 'ada' },
    })
  })

  it('has what a theme requires, by its slug', async () => {
    await query(`update site_updates set requires_wordpress = '6.7', requires_php = '7.2' where type = 'theme'`)
    const { themes } = await dataOf('/updates/1')
    const [[slug, theme]] = Object.entries(themes) as [[string, { update: object }]]
    expect(theme.update).toMatchObject({ theme: slug, requires: '6.7', requires_php: '7.2' })
  })

  it('is disconnected for a site whose last sync failed, and suspended before that', async () => {
    await query(`update sites set sync_error_code = 'svc_site_offline', sync_error = 'No answer.' where id in (1, 2)`)
    await query(`update sites set suspended_by = 'hand' where id = 2`)
    expect(await dataOf('/sites/1')).toMatchObject({ status: 'disconnected', sync_errors: 'No answer.' })
    expect((await dataOf('/sites/2')).status).toBe('suspended')
    expect((await dataOf('/sites/3')).status).toBe('connected')
  })

  it('is the HTTP status of the last check, by the monitor or by hand', async () => {
    const status = async () => (await dataOf('/sites/1')).http_status
    await query(`update sites set http_status = 500, checked_at = now(), last_sync = now() - interval '1 hour'`)
    expect(await status()).toBe('500 - Internal Server Error')
    await query(`update monitors set http_code = 200, status = 'up', checked_at = now() + interval '1 minute'`)
    expect(await status()).toBe('200 - OK')
    await query(`update monitors set checked_at = null`)
    await query(`update sites set last_sync = now() + interval '1 minute'`)
    expect(await status()).toBe('0')
  })
})
