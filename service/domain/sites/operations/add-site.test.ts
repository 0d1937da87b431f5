import { describe, expect, it } from 'vitest'
import type { Site } from '../../../../simulator/index.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const rowOf = (id: number) =>
  fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const countRows = async () => (await fixture.service.db.selectFrom('sites').select('id').execute()).length

/** A site with this title and the page that every WordPress has. */
function titled(title: string) {
  const child = fixture.nextChild()
  child.title = title
  const page = { id: 2, type: 'page', status: 'publish', title: 'Sample page', content: '', authorId: 1 }
  child.posts = [{ ...page, published: 0, created: 0, modified: 0, categories: [], tags: [] }]
  return child
}

describe('a site that accepts the registration', () => {
  it('is connected and has the data of its registration', async () => {
    const child = fixture.nextChild()
    const { status, body } = await fixture.add(child, { name: 'Harbour' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      url: child.url,
      name: 'Harbour',
      status: 'connected',
      client_id: null,
      admin_username: child.admin.login,
      wp_version: child.core.installed,
      php_version: child.phpVersion,
      connection: { ok: true, code: null, message: null },
      ssl_verify: true,
      tags: [],
    })
    expect(child.connection?.publicKey).toBe((await rowOf(body.id)).public_key)
    expect((await fixture.ability('get-site', { site_id_or_domain: child.hostname })).status).toBe(404)
    expect((await fixture.ability('get-site', { site_id_or_domain: child.url })).body.id).toBe(body.id)
  })

  it('is named after its title by default, and follows the title until a person names it', async () => {
    const child = titled('Bakery & Sons')
    const { body } = await fixture.add(child)
    expect([body.name, body.status]).toEqual(['Bakery & Sons', 'connected'])
    const rename = async (title: string) => {
      child.title = title
      await fixture.rest(`POST /sites/${body.id}/sync`)
      return (await fixture.ability('get-site', { site_id_or_domain: body.id })).body.name
    }
    expect(await rename('Bakery & Daughters')).toBe('Bakery & Daughters')
    await fixture.ability('update-site', { site_id_or_domain: body.id, name: 'Bakery & Daughters' })
    expect(await rename('Bakery')).toBe('Bakery')
    await fixture.ability('update-site', { site_id_or_domain: body.id, name: 'Our bakery' })
    expect(await rename('Bakery once more')).toBe('Our bakery')
  })

  it('with the title of another site is named after title and address', async () => {
    const [one, other] = [titled('Just another site'), titled('Just another site')]
    await fixture.add(one)
    expect((await fixture.add(other)).body.name).toBe(`Just another site (${new URL(other.url).host})`)
  })

  it('that cannot be connected is named after its address as people write it', async () => {
    const add = async (url: string) =>
      (await fixture.ability('add-site', { url, admin: 'ada', admin_password: 'x', dry_run: true })).body
        .would_affect[0].name
    expect(await add('https://xn--mnchen-3ya.invalid/')).toBe('münchen.invalid')
    expect(await add('https://münchen.invalid/blog/')).toBe('münchen.invalid/blog')
  })

  it('is not called "never synced", because the registration reports its data', async () => {
    const { body } = await fixture.add(fixture.nextChild())
    expect(body.last_sync).toBe('2026-11-15T09:00:00Z')
    expect((await fixture.rest('GET /overview')).body.data.sites.never_synced).toBe(0)
  })

  it('without a password gets a message that one is needed', async () => {
    const { body } = await fixture.add(fixture.nextChild(), { admin_password: undefined })
    expect(body.connection).toMatchObject({
      ok: false,
      code: 'svc_registration_refused',
      message: expect.stringMatching(/^No password was given, and the site asks for one/),
    })
  })

  it('may demand its unique security ID', async () => {
    const child = fixture.nextChild()
    child.uniqueId = 'abc123def456'
    expect((await fixture.add(child)).body.connection).toMatchObject({ ok: false, code: 'svc_registration_refused' })
    const other = fixture.nextChild()
    other.uniqueId = 'abc123def456'
    expect((await fixture.add(other, { unique_id: 'abc123def456' })).body.status).toBe('connected')
  })

  it('gets its client and tags', async () => {
    await fixture.ability('add-client', { name: 'Client' })
    await fixture.ability('add-tag', { name: 'Boats' })
    const { body } = await fixture.add(fixture.nextChild(), { client_id: 1, tags: [1] })
    expect(body).toMatchObject({ client_id: 1, tags: [{ id: 1, name: 'Boats' }], status: 'connected' })
  })

  it('is suspended when its client is', async () => {
    await fixture.ability('add-client', { name: 'Client' })
    await fixture.ability('suspend-client', { client_id_or_email: 1 })
    const { body } = await fixture.add(fixture.nextChild(), { client_id: 1 })
    expect(body).toMatchObject({ status: 'suspended', suspended_by: 'client', connection: { ok: true } })
  })

  it('accepts the field names of the established product', async () => {
    await fixture.ability('add-tag', { name: 'Boats' })
    const child = fixture.nextChild()
    const { status, body } = await fixture.aliased('add-site', {
      url: child.url,
      name: 'Theirs',
      admin_username: child.admin.login,
      adminpassword: child.admin.password,
      uniqueid: '',
      tag_ids: [1],
      verify_certificate: 2,
      ssl_version: 0,
      ssl_verify: true,
    })
    expect([status, body.status, body.ssl_verify]).toEqual([200, 'connected', true])
    expect(body.tags).toHaveLength(1)
  })
})

describe('a site that cannot be connected', () => {
  it('is stored as disconnected with the reason when its password is wrong', async () => {
    const { status, body } = await fixture.add(fixture.nextChild(), { admin_password: 'wrong' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'disconnected',
      connection: { ok: false, code: 'svc_registration_refused', message: expect.stringMatching(/password/i) },
    })
    const { connection } = (await fixture.ability('get-site', { site_id_or_domain: body.id })).body
    expect(connection).toEqual(body.connection)
  })

  it('is stored as disconnected when it does not respond', async () => {
    const child = fixture.nextChild()
    child.setFault('refuse', { on: '*' })
    const { body } = await fixture.add(child)
    expect(body).toMatchObject({ status: 'disconnected', connection: { ok: false, code: 'svc_connection_failed' } })
  })

  it('is given up when it does not respond to the probe, before a registration is sent', async () => {
    const child = fixture.nextChild()
    child.setFault('never-answer', { on: '*' })
    const adding = fixture.add(child)
    await fixture.passTime([adding])
    expect((await adding).body.connection).toMatchObject({ ok: false, code: 'svc_site_offline' })
    expect(child.counts.register).toBeUndefined()
    await child.clearFaults()
  })

  it('is not stored with require_connection: 503 when it does not respond, 502 when it refuses', async () => {
    const silent = fixture.nextChild()
    silent.setFault('refuse', { on: '*' })
    const unreachable = await fixture.add(silent, { require_connection: true })
    expect([unreachable.status, unreachable.body.code]).toEqual([503, 'svc_connection_failed'])
    const refused = await fixture.add(fixture.nextChild(), { require_connection: true, admin_password: 'wrong' })
    expect([refused.status, refused.body.code]).toEqual([502, 'svc_registration_refused'])
    expect(await countRows()).toBe(0)
  })

  it('explains how to disconnect it from another dashboard', async () => {
    const child = fixture.nextChild()
    child.connect({ publicKey: 'another', server: 'https://another.example/' })
    const { connection } = (await fixture.add(child)).body
    expect(connection).toMatchObject({ ok: false, code: 'svc_registration_refused' })
    expect(connection.message).toMatch(/disconnect/i)
  })
})

describe('refuses', () => {
  it.each([
    ['no address', { url: 'not an address at all' }, 'svc_invalid_url'],
    ['a password in the address', { url: 'https://ada:secret@one.example/' }, 'svc_invalid_url'],
    ['a private address', { url: 'https://10.0.0.1/' }, 'svc_invalid_url'],
    ['the address of cloud secrets', { url: 'http://169.254.169.254/' }, 'svc_invalid_url'],
    ['a client that does not exist', { client_id: 99 }, 'svc_invalid_input'],
    ['tags that do not exist', { tags: [98, 99] }, 'svc_invalid_input'],
    ['an empty name', { name: '  ' }, 'svc_invalid_input'],
    ['a status of its own', { status: 'connected' }, 'svc_invalid_input'],
    ['a contradiction', { ssl_verify: false, verify_certificate: 1 }, 'svc_invalid_input'],
    ['a user name that no header can carry', { http_user: 'ada:secret' }, 'svc_invalid_input'],
  ])('%s, also in a dry run', async (_, given, code) => {
    for (const dry_run of [true, false]) {
      const input = { url: 'https://93.184.215.14/', admin: 'ada', ...given, dry_run }
      const response = await fixture.ability('add-site', input)
      expect([dry_run, response.status, response.body.code]).toEqual([dry_run, 400, code])
      expect(response.text).not.toContain('secret')
    }
    expect(await countRows()).toBe(0)
  })

  it('plain http at a public address', async () => {
    for (const dry_run of [true, false]) {
      const response = await fixture.ability('add-site', { url: 'http://93.184.215.14/', admin: 'ada', dry_run })
      expect([dry_run, response.status, response.body.code]).toEqual([dry_run, 400, 'svc_plain_http_refused'])
    }
    expect(await countRows()).toBe(0)
  })

  it('a site that exists under another spelling, and returns its id', async () => {
    const { child, id } = await fixture.connected()
    const again = await fixture.ability('add-site', { url: child.url.replace(/\/$/, '///'), admin: 'ada' })
    expect([again.status, again.body.code, again.body.data.site_id]).toEqual([409, 'svc_site_already_exists', id])
  })

  it('a site of another client, and names that client to callers who may read clients', async () => {
    const { child, id } = await fixture.connected()
    await fixture.ability('add-client', { name: 'Harbour', selected_sites: [id] })
    const { body: role } = await fixture.rest('POST /access/roles/add', {
      name: 'Sites only',
      permissions: ['sites.read', 'sites.manage'],
    })
    const input = { url: child.url, admin: 'ada', dry_run: true }
    const messageFor = async (more: object, headers?: Record<string, string>) =>
      (await fixture.ability('add-site', { ...input, ...more }, headers)).body.message
    expect(await messageFor({})).toContain('belongs to the client Harbour')
    expect(await messageFor({ client_id: 1 })).not.toContain('Harbour')
    await fixture.rest(`PUT /access/users/${fixture.people.manager.id}/edit`, { role_id: role.data.id })
    expect(await messageFor({}, fixture.people.manager.headers)).not.toContain('Harbour')
  })

  it('one of two concurrent calls that add the same site', async () => {
    const child = fixture.nextChild()
    const responses = await Promise.all([fixture.add(child), fixture.add(child), fixture.add(child)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { id } = responses.find(({ status }) => status === 200)!.body
    expect(responses.filter(({ status }) => status === 409).every(({ body }) => body.data.site_id === id)).toBe(true)
    expect(child.connection?.publicKey).toBe((await rowOf(id)).public_key)
  })
})

it('neither stores, logs nor audits the password, and returns no secret', async () => {
  const child = fixture.nextChild()
  const secrets = { unique_id: 'unique-id-of-this-test', http_pass: 'http-pass-of-this-test', http_user: 'bob' }
  child.uniqueId = secrets.unique_id
  const added = await fixture.add(child, secrets)
  expect(added.body.status).toBe('connected')
  const { rows } = await fixture.service.db.pool.query(
    `select (select json_agg(s) from sites s)::text || (select json_agg(a) from audit_lines a)::text as everything`,
  )
  const read = await fixture.rest(`GET /sites/${added.body.id}`)
  const output = `${rows[0].everything} ${JSON.stringify(fixture.service.logged)} ${added.text} ${read.text}`
  for (const secret of [child.admin.password, secrets.unique_id, secrets.http_pass])
    expect(output).not.toContain(secret)
  expect(output).not.toContain('PRIVATE KEY')
})

it('audits that the certificate check is off', async () => {
  const child = fixture.nextChild()
  const { body } = await fixture.add(child, { ssl_verify: false })
  expect(body.ssl_verify).toBe(false)
  const line = await fixture.service.db
    .selectFrom('audit_lines')
    .selectAll()
    .where('operation', '=', 'add-site')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(line.subject)).toMatchObject({ url: child.url, ssl_verify: false })
})

it('returns the new site in a dry run and calls nothing', async () => {
  const child = fixture.nextChild()
  const { body } = await fixture.add(child, { dry_run: true })
  expect(body).toMatchObject({ dry_run: true, would_affect: [{ url: child.url }], count: 1 })
  expect(child.counts).toEqual({})
  expect((await fixture.add(child, { dry_run: true, tags: [9] })).status).toBe(400)
  expect(await countRows()).toBe(0)
})

it('allows a limited key to add sites only with a tag of its limits', async () => {
  await fixture.ability('add-tag', { name: 'One' })
  await fixture.ability('add-tag', { name: 'Two' })
  await fixture.ability('add-client', { name: 'Unseen' })
  const { headers } = fixture.people.keys.limited
  const add = (more: object) => {
    const child = fixture.nextChild()
    const { login, password } = child.admin
    return fixture.ability('add-site', { url: child.url, admin: login, admin_password: password, ...more }, headers)
  }
  expect((await add({})).body.code).toBe('svc_permission_denied')
  expect((await add({ tags: [1] })).body.code).toBe('svc_permission_denied')
  expect((await add({ tags: [2], client_id: 1 })).body.code).toBe('svc_invalid_input')
  const added = await add({ tags: [2] })
  expect(added.body.status).toBe('connected')
  const seen = await fixture.ability('get-site', { site_id_or_domain: added.body.id }, headers)
  expect(seen.status).toBe(200)
})

it('does not reveal to a limited key that a hidden site has the address', async () => {
  await fixture.ability('add-tag', { name: 'One' })
  await fixture.ability('add-tag', { name: 'Two' })
  await fixture.connected()
  const { child } = await fixture.connected()
  const { headers } = fixture.people.keys.limited
  const elsewhere = fixture.nextChild()
  elsewhere.connection = { ...child.connection!, server: 'https://another.example/wp-admin/' }
  const offline = [await fixture.connected(), { child: fixture.nextChild() }].map(({ child: site }) => site)
  for (const site of offline) site.setFault('refuse', { on: '*' })
  const free = [await fixture.connected(), { child: fixture.nextChild() }].map(({ child: site }) => site)
  free[0]!.connection = null
  const responsesFor = async (site: Site) => {
    const input = { url: site.url, admin: 'admin', admin_password: 'wrong', tags: [2] }
    // One after the other: while a site is being added, its own caller sees it.
    const planned = fixture.ability('add-site', { ...input, dry_run: true }, headers)
    await fixture.passTime([planned])
    const response = fixture.ability('add-site', input, headers)
    await fixture.passTime([response])
    const blank = (text: string) =>
      text.replaceAll(new URL(site.url).hostname, 'HOST').replaceAll(/"request_id":"[^"]*"/g, '')
    const [{ status, text }, plan] = [await response, await planned]
    return { status, text: blank(text), plan: [plan.status, blank(plan.text)] }
  }
  expect(await responsesFor(child)).toEqual(await responsesFor(elsewhere))
  expect(await responsesFor(offline[0]!)).toEqual(await responsesFor(offline[1]!))
  expect(await responsesFor(free[0]!)).toEqual(await responsesFor(free[1]!))
  expect((await fixture.ability('list-sites', {}, headers)).body.total).toBe(1)
})

it('responds over REST, alone and in batches', async () => {
  const [one, two] = [fixture.nextChild(), fixture.nextChild()]
  const item = (child: typeof one) => ({
    url: child.url,
    admin: child.admin.login,
    admin_password: child.admin.password,
  })
  const added = await fixture.rest('POST /sites/add', item(one))
  expect(added.body).toMatchObject({ success: 1, message: 'Site added.', data: { id: 1, status: 'connected' } })
  const { body } = await fixture.rest('POST /batch', { sites: { create: [item(two), item(one)] } })
  expect(body.sites.create).toMatchObject([
    { id: 2, success: 1, data: { status: 'connected' } },
    { success: 0, error: { code: 'svc_site_already_exists', data: { status: 409, site_id: 1 } } },
  ])
})

describe('over REST', () => {
  const add = (child: Site, more: object = {}) =>
    fixture.rest('POST /sites/add', {
      url: child.url,
      admin: child.admin.login,
      admin_password: child.admin.password,
      ...more,
    })

  it('returns the condition of the added site', async () => {
    const { body } = await add(fixture.nextChild())
    expect([body.message, body.data.condition.state]).toEqual(['Site added.', 'ok'])
  })

  it('does not call a site that could not be connected a plain success', async () => {
    const { status, body } = await add(fixture.nextChild(), { admin_password: 'wrong' })
    expect([status, body.success, body.data.connection.ok]).toEqual([200, 1, false])
    expect(body.message).toBe(`Site added, but it is not connected: ${body.data.connection.message}`)
    expect(body.data.condition).toMatchObject({ state: 'disconnected', since: '2026-11-15T09:00:00Z' })
    const edited = (await fixture.rest(`PUT /sites/${body.data.id}/edit`, { notes: 'n' })).body
    expect(edited.message).toBe(`Site updated, but it is not connected: ${body.data.connection.message}`)
    expect(edited.data.condition.state).toBe('disconnected')
  })
})
