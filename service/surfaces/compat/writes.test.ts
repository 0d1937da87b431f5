import { beforeEach, describe, expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  fixture.service.request({
    method,
    url: `/wp-json/mainwp/v2${path}`,
    headers: fixture.people.administrator.headers,
    ...(payload && { payload }),
  })

/** The names of a record, without its values. */
const names = (record: object) => Object.keys(record).sort()

const text = expect.any(String)

describe('clients', () => {
  it('are added, edited, suspended and removed in its style', async () => {
    const added = await send('POST', '/clients/add', {
      name: 'Ahab',
      client_email: 'ahab@one.example',
      city: 'Nantucket',
    })
    expect([added.status, added.body]).toMatchObject([
      200,
      { success: 1, message: text, data: { id: '1', city: 'Nantucket', suspended: '0', selected_sites: null } },
    ])
    const edited = await send('PUT', '/clients/1/edit', { client_phone: '5' })
    expect(edited.body.data).toMatchObject({ client_phone: '5', city: 'Nantucket', client_email: 'ahab@one.example' })
    expect(names(edited.body.data)).toEqual(names(added.body.data))
    expect((await send('POST', '/clients/1/suspend')).body.data).toMatchObject({ id: '1', suspended: '1' })
    expect((await send('POST', '/clients/1/unsuspend')).body.data).toMatchObject({ id: '1', suspended: '0' })
    const removed = await send('DELETE', '/clients/1/remove')
    expect(removed.body).toMatchObject({
      success: 1,
      message: text,
      data: { id: '1', name: 'Ahab', city: 'Nantucket' },
    })
    expect((await send('GET', '/clients')).body).toEqual({ success: 1, total: 0, data: [] })
  })

  it('have fields of their own', async () => {
    const added = await send('POST', '/clients/fields/add', { name: 'client.vat', description: 'VAT number' })
    expect(added.body).toEqual({
      success: 1,
      message: text,
      data: { name: 'client.vat', field_id: '1', description: 'VAT number' },
    })
    const listed = await send('GET', '/clients/fields')
    expect(listed.body).toEqual({ success: 1, total: 1, pages: 1, data: [added.body.data] })
    expect((await send('DELETE', '/clients/fields/1/delete')).body).toEqual({ success: 1, message: text })
  })
})

describe('tags', () => {
  it('are added, edited and removed in its style', async () => {
    const record = { id: '1', name: 'Harbour', color: '#ff0000', count_sites: '0', sites_ids: null }
    const added = await send('POST', '/tags/add', { name: 'Harbour', color: '#ff0000' })
    expect(added.body).toEqual({ success: 1, message: text, data: record })
    const edited = await send('POST', '/tags/1/edit', { name: 'Port' })
    expect(edited.body).toEqual({ success: 1, message: text, data: { ...record, name: 'Port' } })
    expect((await send('DELETE', '/tags/1/remove')).body).toEqual({
      success: 1,
      message: text,
      data: { ...record, name: 'Port' },
    })
    expect((await send('GET', '/tags')).body).toEqual({ success: 1, total: 0, data: [] })
  })
})

describe('sites', () => {
  let id: number
  beforeEach(async () => {
    id = (await fixture.connected()).id
  })
  const simple = () => ({ id: String(id), name: text, url: text, client_id: '0' })

  it('are added with its parameters, edited and removed', async () => {
    const child = fixture.nextChild()
    const added = await send('POST', '/sites/add', {
      url: child.url,
      admin: child.admin.login,
      adminpassword: child.admin.password,
      name: 'Pequod',
      groupids: '',
    })
    expect(added.body).toEqual({
      success: 1,
      message: text,
      data: { id: text, name: 'Pequod', url: child.url, client_id: '0' },
    })
    const edited = await send('PUT', `/sites/${added.body.data.id}/edit`, { name: 'Rachel' })
    expect(edited.body).toMatchObject({ success: 1, data: { name: 'Rachel', status: 'connected' } })
    expect(names(edited.body.data)).toHaveLength(43)
    const removed = await send('DELETE', `/sites/${added.body.data.id}/remove`)
    expect(removed.body).toMatchObject({ success: 1, message: text, data: { name: 'Rachel' } })
  })

  it('are suspended, unsuspended and disconnected in its style', async () => {
    expect((await send('POST', `/sites/${id}/suspend`)).body).toEqual({ success: 1, suspended: 1, data: simple() })
    expect((await send('POST', `/sites/${id}/unsuspend`)).body).toEqual({ success: 1, suspended: 0, data: simple() })
    expect((await send('POST', `/sites/${id}/disconnect`)).body).toEqual({ success: 1, data: simple() })
  })

  it('are checked and synced in its style', async () => {
    const checked = await send('POST', `/sites/${id}/check`)
    expect(checked.body).toEqual({ success: 1, data: { ...simple(), status: 1, http_code: 200 } })
    const synced = await send('POST', `/sites/${id}/sync`)
    expect(synced.body).toMatchObject({ success: 1, data: { ...simple(), http_status: '200 - OK' } })
    expect(names(synced.body.data)).toHaveLength(43)
  })

  it('change their plugins in its style', async () => {
    const { body } = await send('GET', `/sites/${id}/plugins`)
    const inactive = body.data.find(({ active }: { active: boolean }) => !active)
    const plugin = inactive ?? body.data.at(-1)
    const changed = await send('POST', `/sites/${id}/plugins/activate`, { slug: plugin.slug })
    expect(changed.body).toEqual({
      success: 1,
      data: [{ name: plugin.name, version: plugin.version, slug: plugin.slug }],
      site: simple(),
    })
  })

  it('ignore updates in its style', async () => {
    const all = await send('POST', `/updates/${id}/ignore/plugins`)
    expect(all.body).toEqual({ success: 1, message: text, url: text })
    expect((await send('POST', `/updates/${id}/ignore/wp`)).body).toEqual({ success: 1, message: text })
    const { body } = await send('GET', `/sites/${id}`)
    expect(body.data).toMatchObject({
      is_ignorePluginUpdates: '1',
      is_ignoreCoreUpdates: '1',
      is_ignoreThemeUpdates: '0',
    })
  })
})

describe('lists', () => {
  it('are complete without a page, and have the total of all with one', async () => {
    for (let index = 0; index < 60; index++) await send('POST', '/tags/add', { name: `Tag ${index}` })
    const all = await send('GET', '/tags')
    expect([all.body.total, Object.keys(all.body.data).length]).toEqual([60, 60])
    const page = await send('GET', '/tags?page=2&per_page=50')
    expect([page.body.total, Object.keys(page.body.data).length]).toEqual([60, 10])
    expect([page.headers['x-wp-total'], page.headers['x-wp-totalpages']]).toEqual(['60', '2'])
  })

  it('return the requested fields of each record', async () => {
    await fixture.connected()
    const { body } = await send('GET', '/sites?_fields=url,tags')
    expect(names(body.data[0])).toEqual(['id', 'tags', 'url'])
  })

  it('leave the tags out with with_tags=0', async () => {
    await fixture.connected()
    expect((await send('GET', '/sites?with_tags=0')).body.data[0].tags).toBe('')
    expect((await send('GET', '/sites?with_tags=1')).body.data[0].tags).toEqual([])
  })
})

it('settings take back what was read', async () => {
  for (const group of ['general', 'monitoring', 'advanced', 'tools', 'dashboard-insights']) {
    const { body } = await send('GET', `/settings/${group}`)
    const { mainwp_primary_backup: _, ...settings } = body.data
    const written = await send('PUT', `/settings/${group}/edit`, settings)
    expect([group, written.status, written.body.data]).toEqual([group, 200, body.data])
  }
})

describe('a batch', () => {
  it('has the answers of the single routes, with the id, and its form of errors', async () => {
    const { body } = await send('POST', '/tags/batch', {
      create: [{ name: 'one' }],
      update: [{ id: 99, name: 'x' }],
      delete: [98],
    })
    expect(body.create).toEqual([
      {
        id: '1',
        success: 1,
        message: text,
        data: { id: '1', name: 'one', color: text, count_sites: '0', sites_ids: null },
      },
    ])
    const missing = (id: number) => ({
      id,
      error: { code: 'mainwp_rest_invalid_tag_id', message: text, data: { status: 404 } },
    })
    expect([body.update, body.delete]).toEqual([[missing(99)], [missing(98)]])
  })

  it('of sites has the answers of the single routes', async () => {
    const { id } = await fixture.connected()
    const { body } = await send('POST', '/batch', { sites: { suspend: [id], plugins: [id] } })
    expect(body.sites.suspend).toMatchObject([{ id, success: 1, suspended: 1, data: { id: String(id) } }])
    expect(body.sites.plugins).toMatchObject([{ id, success: 1, site: { id: String(id), client_id: '0' } }])
  })
})
