import { describe, expect, it } from 'vitest'
import { seedSites, seedSiteTags } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const update = (site_id_or_domain: number | string, changes: object, headers?: Record<string, string>) =>
  fixture.ability('update-site', { site_id_or_domain, ...changes }, headers)
const rowOf = (id: number) =>
  fixture.service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the record', () => {
  it('changes only in the given fields', async () => {
    await fixture.ability('add-client', { name: 'Client' })
    await fixture.ability('add-tag', { name: 'Boats' })
    await fixture.ability('add-tag', { name: 'Anchors' })
    await seedSites(fixture.service.db, 1, { notes: 'as it was' })
    const first = await update('site-1.example', { name: ' Harbour ', client_id: 1, tags: [1, 2] })
    expect(first.body).toMatchObject({
      name: 'Harbour',
      notes: 'as it was',
      client_id: 1,
      tags: [{ name: 'Anchors' }, { name: 'Boats' }],
    })
    const second = await update(1, { notes: 'new', tags: [1] })
    expect(second.body).toMatchObject({ name: 'Harbour', notes: 'new', client_id: 1, tags: [{ id: 1 }] })
    const third = await update(1, { notes: null, client_id: null, tags: [] })
    expect(third.body).toMatchObject({ name: 'Harbour', notes: '', client_id: null, tags: [] })
  })

  it('accepts 0 for no client, and 1 and 0 for suspended, like the established product', async () => {
    await fixture.ability('add-client', { name: 'Client' })
    await seedSites(fixture.service.db, 1, { client_id: 1 })
    const off = await fixture.aliased('update-site', { site_id_or_domain: 1, client_id: 0, suspended: 1 })
    expect(off.body).toMatchObject({ client_id: null, status: 'suspended', suspended_by: 'hand' })
    expect((await update(1, { suspended: 0 })).body).toMatchObject({ status: 'connected', suspended_by: 'none' })
  })

  it('stores and clears write-only fields and never returns them', async () => {
    await seedSites(fixture.service.db, 1)
    const set = await update(1, { http_user: 'bob', http_pass: 'hidden-pass', unique_id: 'hidden-id' })
    expect(set.text).not.toMatch(/hidden|bob/)
    const row = await rowOf(1)
    expect(row.http_user).toBe('bob')
    expect(`${row.http_pass} ${row.unique_id}`).not.toContain('hidden')
    await update(1, { http_user: null, http_pass: '', unique_id: '' })
    expect(await rowOf(1)).toMatchObject({ http_user: null, http_pass: null, unique_id: null })
    const audit = await fixture.service.db.selectFrom('audit_lines').select('subject').execute()
    expect(JSON.stringify(audit)).not.toMatch(/hidden|bob/)
  })

  it('returns and audits that the certificate check is off', async () => {
    await seedSites(fixture.service.db, 1)
    expect((await update(1, { ssl_verify: false })).body.ssl_verify).toBe(false)
    const [line] = await fixture.service.db
      .selectFrom('audit_lines')
      .select('subject')
      .where('operation', '=', 'update-site')
      .execute()
    expect(JSON.parse(line!.subject)).toEqual({ site_id_or_domain: 1, ssl_verify: false })
    expect((await update(1, { verify_certificate: 1 })).body.ssl_verify).toBe(true)
  })

  it('is suspended when it is given to a suspended client, and stays suspended when it is taken away', async () => {
    await fixture.ability('add-client', { name: 'Client' })
    await fixture.ability('suspend-client', { client_id_or_email: 1 })
    await seedSites(fixture.service.db, 1)
    expect((await update(1, { client_id: 1 })).body).toMatchObject({ status: 'suspended', suspended_by: 'client' })
    expect((await update(1, { client_id: null })).body).toMatchObject({ status: 'suspended', suspended_by: 'client' })
    await fixture.ability('unsuspend-site', { site_id_or_domain: 1 })
    // The client did not change, so neither does the status.
    await update(1, { client_id: 1, suspended: 0 })
    expect((await update(1, { client_id: 1, notes: 'x' })).body.status).toBe('connected')
  })

  it.each([
    ['tags', { tags: [98, 99] }, /98, 99/],
    ['a client', { client_id: 99 }, /99/],
  ])('refuses %s that do not exist and changes nothing', async (_, reference, named) => {
    await seedSites(fixture.service.db, 1)
    const response = await update(1, { name: 'half done', ...reference })
    expect([response.status, response.body.code]).toEqual([400, 'svc_invalid_input'])
    expect(response.body.message).toMatch(named)
    expect((await rowOf(1)).name).toBe('Site 1')
  })

  it.each([
    { name: '' },
    { name: ' ' },
    { http_user: 'no:such' },
    { url: 'nonsense url' },
    { url: 'http://10.1.2.3/' },
    { status: 'connected' },
  ])('refuses %j', async (given) => {
    await seedSites(fixture.service.db, 1)
    expect((await update(1, given)).status).toBe(400)
  })
})

describe('the address', () => {
  it('can be changed, and the site is found by the new one', async () => {
    await seedSites(fixture.service.db, 1, { private_key: null })
    const { body } = await update(1, { url: 'HTTPS://93.184.215.14' })
    expect(body.url).toBe('https://93.184.215.14/')
    expect((await fixture.ability('get-site', { site_id_or_domain: '93.184.215.14' })).body.id).toBe(1)
  })

  it('is refused with the id of the site that has it, also in a dry run', async () => {
    await seedSites(fixture.service.db, 2, { private_key: null })
    for (const dry_run of [true, false]) {
      const response = await update(1, { url: 'http://www.site-2.example', name: 'half done', dry_run })
      expect([response.status, response.body.code, response.body.data.site_id]).toEqual([
        409,
        'svc_site_already_exists',
        2,
      ])
    }
    expect(await rowOf(1)).toMatchObject({ name: 'Site 1', url: 'https://site-1.example/' })
  })

  it('may be another spelling of the current one', async () => {
    await seedSites(fixture.service.db, 1, { private_key: null })
    expect((await update(1, { url: 'https://www.site-1.example/' })).body.url).toBe('https://www.site-1.example/')
  })
})

describe('a site that was never connected', () => {
  it('is connected with the right password', async () => {
    const child = fixture.nextChild()
    const { body } = await fixture.add(child, { admin_password: 'wrong' })
    const stillWrong = await update(body.id, { admin_password: 'wrong again' })
    expect(stillWrong.body.connection).toMatchObject({ ok: false, code: 'svc_registration_refused' })
    const right = await update(body.id, { admin_password: child.admin.password })
    expect(right.body).toMatchObject({ status: 'connected', connection: { ok: true, code: null } })
    expect(right.text).not.toContain(child.admin.password)
  })

  it('is connected again with any corrected field', async () => {
    const child = fixture.nextChild()
    child.passwordless.add(child.admin.login)
    const { body } = await fixture.add(child, { admin: 'unknown' })
    expect(body.status).toBe('disconnected')
    expect((await update(body.id, { admin: child.admin.login })).body.status).toBe('connected')
  })

  it('is not called without a correction', async () => {
    const child = fixture.nextChild()
    const { body } = await fixture.add(child, { admin_password: 'wrong' })
    const calls = child.counts.register
    await update(body.id, { name: 'New name' })
    expect(child.counts.register).toBe(calls)
  })
})

it('stays connected after a wrong password, and returns the error', async () => {
  const { id } = await fixture.connected()
  const { body } = await update(id, { admin_password: 'wrong' })
  expect(body).toMatchObject({ status: 'connected', connection: { ok: false, code: 'svc_registration_refused' } })
  expect((await fixture.ability('get-site', { site_id_or_domain: id })).body.connection.ok).toBe(true)
})

it('returns the changes and their consequences in a dry run', async () => {
  const { child, id } = await fixture.connected()
  const calls = { ...child.counts }
  const { body } = await update(id, { name: 'New', admin_password: 'x', dry_run: true })
  expect(body).toMatchObject({ dry_run: true, site_id: id, would_affect: [{ id }], count: 1 })
  expect(body.warnings).toHaveLength(1)
  expect((await update(id, { dry_run: true })).body.count).toBe(0)
  expect(child.counts).toEqual(calls)
})

it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  const { headers } = fixture.people.keys.limited
  expect((await update(99, { name: 'x' })).body.code).toBe('svc_site_not_found')
  expect((await update('nowhere.example', { name: 'x' })).status).toBe(404)
  expect((await update(2, { name: 'x' }, headers)).status).toBe(404)
  expect((await update(1, { name: 'x' }, headers)).status).toBe(200)
})

it('allows a limited key to change only the spelling of an address, whether another site has it or not', async () => {
  await seedSites(fixture.service.db, 2, { private_key: null })
  const { headers } = fixture.people.keys.limited
  const ways = [
    (url: string) => update(1, { url }, headers),
    (url: string) => update(1, { url, dry_run: true }, headers),
    (url: string) => fixture.ability('reconnect-site', { site_id_or_domain: 1, url }, headers),
  ]
  for (const move of ways) {
    const [taken, free] = [await move('https://site-2.example/'), await move('https://site-3.example/')]
    expect([taken.status, taken.body.code]).toEqual([403, 'svc_permission_denied'])
    expect(free.body).toEqual(taken.body)
  }
  expect((await update(1, { url: 'https://www.site-1.example/' }, headers)).status).toBe(200)
})

it('allows a limited key to use only tags and clients it sees', async () => {
  await fixture.ability('add-client', { name: 'Seen' })
  await fixture.ability('add-client', { name: 'Unseen' })
  for (const name of ['Unseen', 'Of its limits', 'On its site']) await fixture.ability('add-tag', { name })
  await seedSites(fixture.service.db, 2, (number) => ({ client_id: number }))
  await seedSiteTags(fixture.service.db, 3, [1])
  const { headers } = fixture.people.keys.limited
  expect((await update(1, { tags: [1] }, headers)).status).toBe(400)
  expect((await update(1, { client_id: 2 }, headers)).status).toBe(400)
  expect((await update(1, { tags: [2, 3], client_id: 1 }, headers)).status).toBe(200)
})

it('responds over REST by address, with partial input, and in batches', async () => {
  await seedSites(fixture.service.db, 2)
  const edited = await fixture.rest(`PATCH /sites/${encodeURIComponent('https://site-1.example/')}/edit`, {
    notes: 'n',
  })
  expect(edited.body).toMatchObject({ success: 1, message: 'Site updated.', data: { id: 1, notes: 'n' } })
  const batched = await fixture.rest('POST /sites/batch', {
    update: [
      { id: 2, name: 'Two' },
      { id: 9, name: 'x' },
    ],
  })
  expect(batched.body.update).toMatchObject([
    { id: 2, success: 1, data: { name: 'Two' } },
    { id: 9, success: 0, error: { code: 'svc_site_not_found' } },
  ])
})
