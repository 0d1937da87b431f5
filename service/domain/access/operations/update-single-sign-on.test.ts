import { expect, it } from 'vitest'
import { signInAs } from '../../../testing/people.ts'
import { setUpSingleSignOn } from '../testing/set-up-single-sign-on.ts'

const fixture = setUpSingleSignOn()
const stored = () => fixture.service.db.selectFrom('oidc_settings').selectAll().executeTakeFirstOrThrow()

it('stores the client secret sealed, and forgets it with another issuer', async () => {
  expect((await fixture.configure()).body.data).toMatchObject({ enabled: true, has_client_secret: true })
  expect((await stored()).client_secret).not.toContain('the client secret')
  const changed = await fixture.configure({ enabled: false, issuer: 'https://other.example', client_secret: undefined })
  expect(changed.body.data).toMatchObject({ has_client_secret: false })
})

it('accepts what was read', async () => {
  await fixture.configure()
  const { headers } = await signInAs(fixture.service, fixture.people.administrator)
  const { body } = await fixture.call('GET /access/single-sign-on', undefined, headers)
  const written = await fixture.call('PUT /access/single-sign-on', body.data, headers)
  expect([written.status, written.body.data]).toEqual([200, body.data])
})

it('shows stored texts that the rules of the input would refuse', async () => {
  await fixture.configure()
  const name = `${'x'.repeat(300)}\n`
  await fixture.service.db.updateTable('oidc_settings').set({ name, group_claim: '' }).execute()
  const { headers } = fixture.people.administrator
  const { status, body } = await fixture.call('GET /access/single-sign-on', undefined, headers)
  expect([status, body.data.name]).toEqual([200, name])
})

it('returns 502 and changes nothing when the provider cannot be read', async () => {
  const before = await stored().catch(() => null)
  const { status, body } = await fixture.configure({ issuer: 'http://127.0.0.1:9' })
  expect([status, body.code]).toEqual([502, 'svc_identity_provider_failed'])
  expect(await stored().catch(() => null)).toEqual(before)
})

it.each([
  { issuer: 'http://provider.example' },
  { issuer: 'ftp://provider.example' },
  { issuer: 'https://user:password@provider.example' },
  { issuer: 'nowhere' },
  { issuer: '' },
  { client_id: '' },
  { key_days: 0 },
  { mappings: [{ group: 'a', role: 'owner' }] },
  { mappings: [{ group: '', role: 'viewer' }] },
])('returns 400 for %j', async (changes) => {
  expect((await fixture.configure(changes)).status).toBe(400)
})

it('is refused to managers and limited keys', async () => {
  for (const { headers } of [fixture.people.manager, fixture.people.keys.limited, fixture.people.keys.write])
    expect((await fixture.call('PUT /access/single-sign-on', { name: 'x' }, headers)).status).toBe(403)
})
