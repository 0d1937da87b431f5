import { expect, it } from 'vitest'
import { seedSites } from '../../../testing/seed-sites.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
const open = (id: number | string, payload: object = {}, headers?: Record<string, string>) =>
  fixture.rest(`POST /sites/${id}/admin-login`, payload, headers)

it('redirects to a link that the site accepts, without a referrer', async () => {
  const { child, id } = await fixture.connected()
  const { status, headers, text } = await open(id)
  expect([status, text]).toEqual([302, ''])
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-store')
  const followed = await fetch(String(headers.location), { redirect: 'manual' })
  expect(followed.status).toBe(302)
  expect(followed.headers.get('location')).toBe(`${child.url}wp-admin/index.php`)
  expect(followed.headers.get('set-cookie')).toContain('wordpress_')
})

it('redirects to a page of the administration or to a path of the site', async () => {
  const { child, id } = await fixture.connected()
  const follow = async (payload: object) => {
    const { headers } = await open(id, payload)
    return (await fetch(String(headers.location), { redirect: 'manual' })).headers.get('location')
  }
  expect(await follow({ page: 'plugins.php' })).toBe(`${child.url}wp-admin/plugins.php`)
  expect(await follow({ location: '/wp-admin/post.php?post=4&action=edit' })).toContain('post.php?post=4&action=edit')
})

it('returns an address of this service, never the link itself', async () => {
  const { child, id } = await fixture.connected()
  const { status, body, text } = await open(id, { redirect: false })
  expect(status).toBe(200)
  expect(text).not.toMatch(/mainwpsignature|login_required/)
  expect(body.data).toEqual({
    site_id: id,
    site_url: child.url,
    login_url: expect.stringMatching(/^\/api\/v2\/admin-login\/[\w-]{43}$/),
  })
})

it('audits the caller but does not store the link', async () => {
  const { id } = await fixture.connected()
  const { headers } = await open(id)
  const signature = new URL(String(headers.location)).searchParams.get('mainwpsignature')!
  const { rows } = await fixture.service.db.pool.query(
    `select (select json_agg(s) from sites s)::text || (select json_agg(a) from audit_lines a)::text as everything`,
  )
  expect(`${rows[0].everything} ${JSON.stringify(fixture.service.logged)}`).not.toContain(signature.slice(0, 20))
  const lines = await fixture.service.db
    .selectFrom('audit_lines')
    .selectAll()
    .where('operation', '=', 'open-admin')
    .execute()
  expect(lines).toMatchObject([{ outcome: 'ok', subject: expect.stringContaining(String(id)) }])
})

it('works on a suspended site, not on a disconnected one', async () => {
  const { id } = await fixture.connected()
  await fixture.ability('suspend-site', { site_id_or_domain: id })
  expect((await open(id)).status).toBe(302)
  await fixture.ability('disconnect-site', { site_id_or_domain: id })
  const response = await open(id)
  expect([response.status, response.body.code]).toEqual([409, 'svc_site_disconnected'])
})

it('refuses read-only callers and GET', async () => {
  const { id } = await fixture.connected()
  for (const headers of [fixture.people.viewer.headers, fixture.people.keys.read.headers]) {
    expect((await open(id, {}, headers)).status).toBe(403)
  }
  expect((await fixture.rest(`GET /sites/${id}/admin-login`)).status).toBe(405)
})

it.each([
  { page: 'https://evil.example/' },
  { page: '../x.php' },
  { location: '//evil.example/' },
  { location: '/../x' },
])('refuses %j', async (payload) => {
  const { id } = await fixture.connected()
  expect((await open(id, payload)).status).toBe(400)
})

it('lists the site in a dry run and creates no link', async () => {
  await seedSites(fixture.service.db, 1, { connection: 'disconnected' })
  const { body } = await open(1, { dry_run: true })
  expect(body.data).toMatchObject({ site_id: 1, would_affect: [{ id: 1 }], warnings: [expect.any(String)] })
  expect(JSON.stringify(body)).not.toContain('login_required')
})

it('returns 404 for unknown sites and for sites beyond the limits of a key', async () => {
  await seedSites(fixture.service.db, 2)
  expect((await open(99)).status).toBe(404)
  expect((await open(2, {}, fixture.people.keys.limited.headers)).status).toBe(404)
})
