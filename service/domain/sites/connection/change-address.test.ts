import { verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type RecordedRequest, startRecordingServer } from '../../../testing/recording-server.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites({ works: true })
const secrets = { http_user: 'gate', http_pass: 'hidden-http-pass', unique_id: 'hidden-unique-id' }
const rowOf = (id: number) =>
  fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const formerKeys = () => fixture.service.db.selectFrom('site_former_keys').selectAll().execute()
const update = (id: number, changes: object, headers?: Record<string, string>) =>
  fixture.ability('update-site', { site_id_or_domain: id, ...changes }, headers)
const day = 86_400_000

async function inTime<T>(response: Promise<T>): Promise<[T]> {
  await fixture.passTime([response])
  return [await response]
}

/** A connected site with every secret that a site can have. */
async function siteWithSecrets() {
  const { child, id } = await fixture.connected(secrets)
  await fixture.passTime([fixture.ability('sync-sites', { site_ids_or_domains: [id] })])
  expect(await rowOf(id)).toMatchObject({ cookies: expect.any(String), regverify: expect.any(String) })
  return { child, id }
}

/** Uses everything that calls the address of a site. */
async function callSite(id: number, headers: Record<string, string>) {
  const input = { site_id_or_domain: id }
  await fixture.ability('sync-sites', { site_ids_or_domains: [id] }, headers)
  await fixture.ability('check-site', input, headers)
  await fixture.ability('get-site-plugins', input, headers)
  await fixture.ability('activate-site-plugins', { ...input, plugins: ['hello.php'] }, headers)
  await fixture.rest(`POST /sites/${id}/icon`, {}, headers)
  await fixture.rest(`POST /sites/${id}/renew-connection`, {}, headers)
  await fixture.rest(`POST /monitors/${id}/check`, {}, headers)
  await fixture.rest(`POST /sites/${id}/disconnect`, { notify_child: true }, headers)
  await fixture.ability('reconnect-site', input, headers)
}

const secretWords = /hidden-|authorization|cookie|regverify|uniqueId/i

/** The calls that are signed with that key. */
const signedWith = (publicKey: string, requests: RecordedRequest[]) =>
  requests.filter(({ body, path }) => {
    const fields = new URLSearchParams(body || path.replace(/^.*\?/, ''))
    const message = Buffer.from(`${fields.get('function') ?? fields.get('where')}${fields.get('nonce')}`)
    return verify('sha256', message, publicKey, Buffer.from(fields.get('mainwpsignature') ?? '', 'base64'))
  })

describe('a site whose address changes to another server', () => {
  const ways: [string, (id: number, url: string, headers: Record<string, string>) => Promise<unknown>][] = [
    ['update-site', (id, url, headers) => update(id, { url }, headers)],
    [
      'reconnect-site',
      (id, url, headers) => fixture.ability('reconnect-site', { site_id_or_domain: id, url }, headers),
    ],
    ['a batch', (id, url, headers) => fixture.rest('POST /sites/batch', { update: [{ id, url }] }, headers)],
    [
      'a batch of reconnects',
      (id, url, headers) => fixture.rest('POST /sites/batch', { reconnect: [{ id, url }] }, headers),
    ],
  ]

  it.each(ways)('by %s sends no secrets and no signed call there', async (_, move) => {
    const { id } = await siteWithSecrets()
    const { public_key } = await rowOf(id)
    const attacker = await startRecordingServer()
    const { headers } = fixture.people.keys.write
    await fixture.passTime([move(id, attacker.url, headers)])
    expect((await rowOf(id)).url).toBe(attacker.url)
    await fixture.passTime([callSite(id, headers)])
    expect(attacker.requests.length).toBeGreaterThan(2)
    expect(attacker.received()).not.toMatch(secretWords)
    expect(signedWith(public_key!, attacker.requests)).toEqual([])
  })
})

it('keeps only secrets that are given with the new address', async () => {
  const { id } = await siteWithSecrets()
  const next = fixture.nextChild()
  const given = { url: next.url, admin_password: next.admin.password, http_user: 'new-user', http_pass: 'new-pass' }
  const [response] = await inTime(update(id, given))
  expect(response.body).toMatchObject({ status: 'connected', url: next.url })
  expect(await rowOf(id)).toMatchObject({ http_user: 'new-user', http_pass: expect.any(String), unique_id: null })
})

it('registers a new key when it is reconnected at the new address, and signs only with that', async () => {
  const { child, id } = await siteWithSecrets()
  const before = await rowOf(id)
  const next = fixture.nextChild()
  const input = { site_id_or_domain: id, url: next.url, admin: next.admin.login, admin_password: next.admin.password }
  const [response] = await inTime(fixture.ability('reconnect-site', input))
  expect(response.body).toMatchObject({ reconnected: true, status: 'connected', site_url: next.url })
  expect((await rowOf(id)).public_key).not.toBe(before.public_key)
  expect(child.counts.register).toBe(1)
})

describe('changing the address back', () => {
  it('restores the connection within seven days', async () => {
    const { child, id } = await siteWithSecrets()
    const attacker = await startRecordingServer()
    const moved = await update(id, { url: attacker.url })
    expect(moved.body).toMatchObject({
      status: 'disconnected',
      connection: { ok: false, code: 'svc_address_changed', message: expect.stringContaining(child.url) },
    })
    expect(await rowOf(id)).toMatchObject({
      private_key: null,
      regverify: null,
      cookies: null,
      pending_private_key: null,
    })
    fixture.service.clock.advance(7 * day - 1)
    const back = await update(id, { url: child.url })
    expect(back.body).toMatchObject({ status: 'connected', connection: { ok: true, code: null } })
    const [synced] = await inTime(fixture.ability('sync-sites', { site_ids_or_domains: [id] }))
    expect(synced.body).toMatchObject({ total_synced: 1, total_errors: 0 })
    expect(await rowOf(id)).toMatchObject({ http_user: null, http_pass: null, regverify: expect.any(String) })
    expect(await formerKeys()).toEqual([])
    expect(attacker.requests).toEqual([])
  })

  it('restores nothing after seven days, when a schedule has deleted the key', async () => {
    const { child, id } = await siteWithSecrets()
    await update(id, { url: 'http://127.66.0.9:8080/' })
    const [formerKey] = await formerKeys()
    expect(formerKey).toMatchObject({ site_id: id, url: child.url })
    expect(formerKey!.content).not.toMatch(/BEGIN|hidden/)
    expect(await fixture.service.app.deleteOldRows()).not.toHaveProperty('site_former_keys')
    fixture.service.clock.advance(7 * day + 1)
    expect((await update(id, { url: child.url })).body.status).toBe('disconnected')
    await fixture.service.app.deleteOldRows()
    expect((await formerKeys()).map(({ url }) => url)).not.toContain(child.url)
  })

  it('restores nothing for another site at the old address', async () => {
    const { child, id } = await siteWithSecrets()
    await update(id, { url: 'http://127.66.0.9:8080/' })
    const { id: other } = await fixture.connected()
    await update(other, { url: child.url })
    expect(await rowOf(other)).toMatchObject({ url: child.url, private_key: null, connection: 'disconnected' })
  })

  it('restores the disconnected state of a site that was disconnected before', async () => {
    const { child, id } = await siteWithSecrets()
    await fixture.ability('disconnect-site', { site_id_or_domain: id })
    await update(id, { url: 'http://127.66.0.9:8080/' })
    expect((await update(id, { url: child.url })).body).toMatchObject({
      status: 'disconnected',
      connection: { code: 'svc_site_disconnected' },
    })
  })

  it('is needed: unsuspending does not restore the connection', async () => {
    const { id } = await siteWithSecrets()
    await update(id, { suspended: 1, url: 'http://127.66.0.9:8080/' })
    expect((await update(id, { suspended: 0 })).body).toMatchObject({ status: 'disconnected' })
  })
})

it('keeps all secrets when only the spelling changes or http becomes https', async () => {
  const { child, id } = await siteWithSecrets()
  const before = await rowOf(id)
  await update(id, { url: child.url.replace(/\/$/, '').toUpperCase() })
  expect(await rowOf(id)).toMatchObject({ private_key: before.private_key, http_pass: before.http_pass })
  const values = { url: 'http://93.184.215.14/', identity: '93.184.215.14' }
  await fixture.service.db.updateTable('sites').set(values).where('id', '=', id).execute()
  await update(id, { url: 'https://93.184.215.14/' })
  const { private_key, http_pass, unique_id, regverify, cookies, connection } = before
  expect(await rowOf(id)).toMatchObject({ private_key, http_pass, unique_id, regverify, cookies, connection })
  await update(id, { url: 'http://93.184.215.14/' })
  expect(await rowOf(id)).toMatchObject({ private_key: null, http_pass: null, connection: 'disconnected' })
})

it('applies the same rule to imports', async () => {
  const { id } = await siteWithSecrets()
  const values = { url: 'https://93.184.215.14/', identity: '93.184.215.14', connection: 'disconnected' as const }
  await fixture.service.db.updateTable('sites').set(values).where('id', '=', id).execute()
  const rows = [{ url: 'http://93.184.215.14/', admin: 'admin' }]
  const plan = await fixture.rest('POST /sites/import', { rows, dry_run: true })
  expect(plan.body.data.warnings).toEqual([
    'Row 1: The address changes from https://93.184.215.14/ to http://93.184.215.14/. Signed calls stop until the site is reconnected; stored passwords are deleted.',
  ])
  const [imported] = await inTime(fixture.rest('POST /sites/import', { rows }))
  expect(imported.body.data.errors).toMatchObject([{ row: 1, code: 'svc_plain_http_refused' }])
  expect(await rowOf(id)).toMatchObject({
    url: 'http://93.184.215.14/',
    private_key: null,
    http_pass: null,
    regverify: null,
  })
})

it('describes the change and its consequences in a dry run', async () => {
  const { child, id } = await siteWithSecrets()
  const url = 'http://127.66.0.9:8080/'
  const sentence = `The address changes from ${child.url} to ${url}. Signed calls stop until the site is reconnected; stored passwords are deleted.`
  expect((await update(id, { url, dry_run: true })).body.warnings).toEqual([sentence])
  const reconnect = await fixture.ability('reconnect-site', { site_id_or_domain: id, url, dry_run: true })
  expect(reconnect.body.warnings).toEqual([sentence])
  await update(id, { url })
  expect((await update(id, { url: child.url, dry_run: true })).body.warnings).toEqual([
    `The address changes from ${url} to ${child.url}. The stored connection for this address is restored; stored passwords are deleted.`,
  ])
})

it('does not store a key that was registered while the address was changed', async () => {
  const elsewhere = { url: 'http://127.66.0.9:8080/', identity: '127.66.0.9:8080' }
  const marked = (reply: object) => `<mainwp>${Buffer.from(JSON.stringify(reply)).toString('base64')}</mainwp>`
  const server = await startRecordingServer('127.66.0.2', async (response, { body }) => {
    if (!body.includes('function=register')) return void response.end(marked({ version: '6.1', result: 'success' }))
    await fixture.service.db.updateTable('sites').set(elsewhere).execute()
    response.end(marked({ register: 'OK', version: '6.1', wpversion: '6.8' }))
  })
  const [response] = await inTime(fixture.ability('add-site', { url: server.url, admin: 'admin' }))
  expect(response.body).toMatchObject({
    url: elsewhere.url,
    status: 'disconnected',
    connection: { code: 'svc_site_busy' },
  })
  expect(await rowOf(response.body.id)).toMatchObject({ private_key: null, regverify: null })
  expect(server.requests.at(-1)!.body).toContain('function=disconnect')
})
