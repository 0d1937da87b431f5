import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites()
type Headers = Record<string, string>
const administrator = () => fixture.people.administrator.headers

async function makeAddress(id: number, payload: object = {}, headers: Headers = administrator()): Promise<string> {
  const { body } = await fixture.rest(`POST /sites/${id}/admin-login`, { redirect: false, ...payload }, headers)
  return body.data.login_url
}
const follow = (url: string, headers: Headers = administrator()) =>
  fixture.service.request({ method: 'GET', url, headers })

it('redirects to the site once, without a referrer and uncached', async () => {
  const { child, id } = await fixture.connected()
  const address = await makeAddress(id, { page: 'plugins.php' })
  const first = await follow(address)
  expect([first.status, first.text]).toEqual([302, ''])
  expect(first.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  const followed = await fetch(String(first.headers.location), { redirect: 'manual' })
  expect(followed.headers.get('location')).toBe(`${child.url}wp-admin/plugins.php`)
  const second = await follow(address)
  expect([second.status, second.body.code, second.headers.location]).toEqual([404, 'svc_login_link_used', undefined])
})

it('redirects one of several concurrent calls', async () => {
  const { id } = await fixture.connected()
  const address = await makeAddress(id)
  const responses = await Promise.all(Array.from({ length: 8 }, () => follow(address)))
  expect(responses.map(({ status }) => status).sort()).toEqual([302, ...Array(7).fill(404)])
})

it('expires after a minute', async () => {
  const { id } = await fixture.connected()
  const address = await makeAddress(id)
  fixture.service.clock.advance(60_000)
  expect((await follow(address)).status).toBe(404)
})

it('works only for the session or key that requested it, and stays valid when another one tries', async () => {
  const { id } = await fixture.connected()
  const session = await signIn()
  const other = await signIn()
  const address = await makeAddress(id, {}, session)
  for (const headers of [administrator(), fixture.people.manager.headers, fixture.people.keys.full.headers, other]) {
    expect((await follow(address, headers)).status).toBe(404)
  }
  expect((await follow(address, {})).status).toBe(401)
  expect((await follow(address, session)).status).toBe(302)
})

it('does not work for another key of the same user', async () => {
  const { id } = await fixture.connected()
  const { keys } = fixture.people
  const address = await makeAddress(id, {}, keys.full.headers)
  expect((await follow(address, keys.write.headers)).status).toBe(404)
  expect((await follow(address, keys.full.headers)).status).toBe(302)
})

async function signIn(): Promise<Headers> {
  const { login, password } = fixture.people.administrator
  const payload = { login, password }
  const { headers, body } = await fixture.service.request({ method: 'POST', url: '/api/v2/access/sessions', payload })
  return { cookie: String(headers['set-cookie']).split(';')[0]!, 'x-csrf-token': body.data.csrf_token }
}

it('fails when the site was disconnected or the right to change it was revoked', async () => {
  const { id } = await fixture.connected()
  const address = await makeAddress(id)
  await fixture.ability('disconnect-site', { site_id_or_domain: id })
  expect((await follow(address)).body.code).toBe('svc_site_disconnected')
  for (const headers of [fixture.people.viewer.headers, fixture.people.keys.read.headers]) {
    expect((await follow('/api/v2/admin-login/any', headers)).status).toBe(403)
  }
})

it('stores neither ticket nor link in the database, the audit trail or the log', async () => {
  const { id } = await fixture.connected()
  const address = await makeAddress(id)
  const stored = async () => {
    const { rows } = await fixture.service.db.pool.query(
      `select (select json_agg(t) from admin_login_tickets t)::text || (select json_agg(a) from audit_lines a)::text
        || (select json_agg(s) from sites s)::text as everything`,
    )
    return `${rows[0].everything} ${JSON.stringify(fixture.service.logged)}`
  }
  const ticket = address.split('/').at(-1)!
  expect(await stored()).not.toContain(ticket)
  const { headers } = await follow(address)
  const signature = new URL(String(headers.location)).searchParams.get('mainwpsignature')!
  await makeAddress(id)
  expect(await stored()).not.toContain(ticket)
  expect(await stored()).not.toContain(signature.slice(0, 20))
})
