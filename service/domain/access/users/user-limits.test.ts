import { beforeEach, describe, expect, it } from 'vitest'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { clientOfSite, markedSites, seedMarkedFleet } from '../../../testing/seed-marked-fleet.ts'

const fixture = setUpService()
beforeEach(() => seedMarkedFleet(fixture.service.db, fixture.service.clock.now()))

type Headers = Record<string, string>
const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Headers = fixture.people.administrator.headers,
) => fixture.service.request({ method, url: `/api/v2${url}`, headers, ...(payload && { payload }) })
const limit = (id: number, limits: object) => send('POST', `/access/users/${id}/edit`, limits)
const siteIds = async (headers: Headers): Promise<number[]> => {
  const { body } = await send('GET', '/sites?per_page=100', undefined, headers)
  return body.data.map(({ id }: { id: number }) => id).toSorted()
}
const sitesOf = (client: number) => markedSites.filter((site) => clientOfSite(site) === client)
const addKey = async (payload: object): Promise<{ id: number; headers: Headers }> => {
  const { body } = await send('POST', '/rest-api/add-key', payload)
  return { id: body.data.id, headers: { authorization: `Bearer ${body.token}` } }
}

describe('a user with limits', () => {
  it('sees the sites of the clients, tags and sites at once, over every credential', async () => {
    const { viewer } = fixture.people
    for (const headers of [viewer.headers, viewer.basic]) expect(await siteIds(headers)).toEqual(markedSites)
    const { body } = await limit(viewer.id, { client_ids: [2] })
    expect(body.data).toMatchObject({ client_ids: [2], site_ids: null, tag_ids: null })
    for (const headers of [viewer.headers, viewer.basic]) expect(await siteIds(headers)).toEqual(sitesOf(2))
    await limit(viewer.id, { site_ids: [3] })
    expect(await siteIds(viewer.headers)).toEqual([3, ...sitesOf(2)].toSorted())
    await limit(viewer.id, { site_ids: null, client_ids: null })
    expect(await siteIds(viewer.headers)).toEqual(markedSites)
  })

  it('sees a site as soon as its client gets it, and no longer when the client loses it', async () => {
    const { viewer } = fixture.people
    await limit(viewer.id, { client_ids: [2] })
    await send('PUT', '/sites/3/edit', { client_id: 2 })
    expect(await siteIds(viewer.headers)).toEqual([3, ...sitesOf(2)].toSorted())
    await send('PUT', '/sites/3/edit', { client_id: 1 })
    expect(await siteIds(viewer.headers)).toEqual(sitesOf(2))
  })

  it('sees a client of the limits that has no sites, and no other', async () => {
    const { viewer } = fixture.people
    const { body } = await send('POST', '/clients/add', { name: 'New client' })
    await limit(viewer.id, { client_ids: [body.data.client_id ?? body.data.id] })
    const clients = await send('GET', '/clients', undefined, viewer.headers)
    expect(clients.body.data.map(({ name }: { name: string }) => name)).toEqual(['New client'])
    expect((await send('GET', '/clients/2', undefined, viewer.headers)).status).toBe(404)
  })

  it('cannot use what concerns all sites, even as an administrator', async () => {
    await send('POST', '/access/users/add', { login: 'second', role: 'administrator' })
    const { administrator, manager } = fixture.people
    await limit(manager.id, { role: 'administrator', client_ids: [2] })
    for (const url of ['/access/users', '/settings/general', '/overview/history', '/rest-api/keys'])
      expect([url, (await send('GET', url, undefined, manager.headers)).status]).toEqual([url, 403])
    expect((await send('GET', '/access/users', undefined, administrator.headers)).status).toBe(200)
  })

  it('may add only sites that it would see', async () => {
    const { manager } = fixture.people
    await limit(manager.id, { client_ids: [2], tag_ids: [1] })
    const add = async (more: object) => {
      const site = { url: 'http://127.0.0.1/new/', admin: 'admin', dry_run: true, ...more }
      const { status, body } = await send('POST', '/sites/add', site, manager.headers)
      return [status, body.code]
    }
    expect(await add({})).toEqual([403, 'svc_permission_denied'])
    expect(await add({ client_id: 1 })).toEqual([403, 'svc_permission_denied'])
    expect(await add({ client_id: 2 })).toEqual([200, undefined])
    expect(await add({ tags: [1] })).toEqual([200, undefined])
  })

  it('does not see an earlier job with other sites', async () => {
    const { manager } = fixture.people
    await fixture.service.db.pool.query(`insert into jobs (id, kind, operation, actor, user_id, total, created_at)
      values (5, 'sync', 'sync-site', '{"name": "mary"}', ${manager.id}, 2, now()), (6, 'sync', 'sync-site', '{"name": "mary"}', ${manager.id}, 1, now());
      insert into job_targets (job_id, position, site_id, label, input)
      values (5, 0, 1, 'site-1-mark', '{}'), (5, 1, 2, 'site-2-mark', '{}'), (6, 0, 1, 'site-1-mark', '{}')`)
    const jobs = async () => {
      const { body } = await send('GET', '/jobs', undefined, manager.basic)
      return body.data.map(({ id, job_id = id }: Record<string, unknown>) => Number(job_id)).toSorted()
    }
    expect(await jobs()).toEqual([5, 6])
    await limit(manager.id, { client_ids: [2] })
    expect(await jobs()).toEqual([6])
    expect((await send('GET', '/jobs/5', undefined, manager.basic)).status).toBe(404)
  })
})

describe('limits', () => {
  it('refuse ids that were never used, because the next site, tag or client with that id would be visible', async () => {
    const { viewer, keys } = fixture.people
    const lists = [{ site_ids: [1, 6] }, { tag_ids: [6] }, { client_ids: [4] }]
    const calls = lists.flatMap((limits): [string, object][] => [
      ['/access/users/add', { login: 'new', ...limits }],
      [`/access/users/${viewer.id}/edit`, limits],
      ['/rest-api/add-key', limits],
      [`/rest-api/edit-key/${keys.read.id}`, limits],
    ])
    for (const [url, input] of calls)
      for (const more of [{}, { dry_run: true }]) {
        const method = url.includes('edit-key') ? 'PUT' : 'POST'
        const { status, body } = await send(method, url, { ...input, ...more })
        expect([url, input, status, body.code]).toEqual([url, input, 400, 'svc_invalid_input'])
        expect(body.message).toContain('that do not exist: ')
      }
    const mappings = lists.map((limits) => ({ group: 'a', role: 'viewer', ...limits }))
    const session = await signInAs(fixture.service, fixture.people.administrator)
    for (const mapping of mappings) {
      const { body } = await send('PUT', '/access/single-sign-on', { mappings: [mapping] }, session.headers)
      expect(body.code).toBe('svc_invalid_input')
    }
  })

  it('on deleted sites, tags and clients show nothing, stay when they are saved again, and never apply to a new one', async () => {
    const { viewer } = fixture.people
    const limits = { site_ids: [3], tag_ids: [4], client_ids: [3] }
    await limit(viewer.id, limits)
    expect(await siteIds(viewer.headers)).toEqual([2, 3, 5])
    await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).execute()
    for (const url of ['/sites/3/remove', '/tags/4/remove', '/clients/3/remove'])
      expect([url, (await send('DELETE', url)).status]).toEqual([url, 200])
    expect(await siteIds(viewer.headers)).toEqual([])
    expect((await limit(viewer.id, limits)).body.data).toMatchObject(limits)
    await send('POST', '/tags/add', { name: 'New' })
    await send('POST', '/clients/add', { name: 'New' })
    await send('PUT', '/sites/2/edit', { client_id: 4, tags: [6] })
    expect(await siteIds(viewer.headers)).toEqual([])
    for (const url of ['/tags', '/clients'])
      expect([url, (await send('GET', url, undefined, viewer.headers)).body.data]).toEqual([url, []])
  })
})

describe('the last active administrator', () => {
  it('cannot be limited, because a limited administrator cannot manage access', async () => {
    const { administrator, manager } = fixture.people
    for (const limits of [{ site_ids: [1] }, { tag_ids: [1] }, { client_ids: [1], dry_run: true }])
      expect((await limit(administrator.id, limits)).body.code).toBe('svc_last_administrator')
    await limit(manager.id, { role: 'administrator', client_ids: [1] })
    expect((await limit(administrator.id, { role: 'viewer' })).body.code).toBe('svc_last_administrator')
  })
})

describe('a key', () => {
  it('sees nothing with an empty list of sites and no other limit', async () => {
    const { limited } = fixture.people.keys
    const limits = { site_ids: [], tag_ids: null, client_ids: null }
    await fixture.service.db.updateTable('api_keys').set(limits).where('id', '=', limited.id).execute()
    expect(await siteIds(limited.headers)).toEqual([])
  })

  it('limited to a client sees its sites, and nothing for code that does not know client limits', async () => {
    const { id, headers } = await addKey({ client_ids: [2] })
    expect(await siteIds(headers)).toEqual(sitesOf(2))
    const stored = () => fixture.service.db.selectFrom('api_keys').select('site_ids').where('id', '=', id)
    expect(await stored().executeTakeFirst()).toEqual({ site_ids: [] })
    const { body } = await send('PUT', `/rest-api/edit-key/${id}`, { description: 'x' })
    expect(body.data).toMatchObject({ site_ids: null, client_ids: [2] })
    await send('PUT', `/rest-api/edit-key/${id}`, { client_ids: null })
    expect(await stored().executeTakeFirst()).toEqual({ site_ids: null })
    expect(await siteIds(headers)).toEqual(markedSites)
  })

  it('never has more than its owner has now: limits, role and active state', async () => {
    const { manager } = fixture.people
    const key = await addKey({ user_id: manager.id, scopes: ['read', 'write'], tag_ids: [2] })
    // Tag 2: sites 1 and 5; client 2: sites 1 and 4.
    expect(await siteIds(key.headers)).toEqual([1, 5])
    await limit(manager.id, { client_ids: [2] })
    expect(await siteIds(key.headers)).toEqual([1])
    expect(await siteIds(manager.headers)).toEqual([1, 4])
    const tags = await send('GET', '/tags?per_page=100', undefined, key.headers)
    expect(tags.body.data.map(({ id }: { id: number }) => id).toSorted()).toEqual([2, 5])
    const write = () => send('PUT', '/sites/1/edit', { name: 'x', dry_run: true }, key.headers)
    expect((await write()).status).toBe(200)
    await limit(manager.id, { role: 'viewer' })
    expect((await write()).status).toBe(403)
    await limit(manager.id, { disabled: true })
    expect((await write()).status).toBe(401)
  })

  it('with tags needs for a new site what the limits of its owner require, too', async () => {
    const { manager } = fixture.people
    const key = await addKey({ user_id: manager.id, scopes: ['read', 'write'], tag_ids: [2] })
    await limit(manager.id, { client_ids: [2] })
    const add = async (more: object) => {
      const site = { url: 'http://127.0.0.1/new/', admin: 'admin', dry_run: true, ...more }
      return (await send('POST', '/sites/add', site, key.headers)).status
    }
    expect([await add({ tags: [2] }), await add({ client_id: 2 }), await add({ tags: [2], client_id: 2 })]).toEqual([
      403, 403, 200,
    ])
  })
})
