import { expect, it } from 'vitest'
import { setUpRdap } from '../testing/set-up-rdap.ts'

const fixture = setUpRdap()
const edit = (fields: object, headers?: Record<string, string>) =>
  fixture.rest('PUT /domain-monitor/settings/edit', fields, headers)

it('applies another address at once, and null restores the public one', async () => {
  const { registry } = fixture
  registry.answer('/mine.json', { services: [[['zz'], [`${registry.origin}/zz/`]]] })
  const id = await fixture.site('https://shop.zz/')
  expect((await fixture.check(id)).body.data.status).toBe('unsupported')
  await edit({ bootstrap_url: `${registry.origin}/mine.json` })
  fixture.service.clock.advance(60_000)
  expect((await fixture.check(id)).body.data.status).toBe('not-found')
  expect((await edit({ bootstrap_url: null })).body.data).toMatchObject({
    bootstrap_url: 'https://data.iana.org/rdap/dns.json',
    is_public_default: true,
  })
})

it('shows the new address in a dry run', async () => {
  const { data } = (await edit({ bootstrap_url: '', dry_run: true })).body
  expect(data.would_affect).toEqual([{ bootstrap_url: 'https://data.iana.org/rdap/dns.json' }])
  expect((await fixture.rest('GET /domain-monitor/settings')).body.data.is_public_default).toBe(false)
})

it.each(['ftp://example.com/', 'example.com', 'https://user:word@example.com/'])(
  'refuses %s',
  async (bootstrap_url) => {
    const { status, body } = await edit({ bootstrap_url })
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['bootstrap_url']])
  },
)

it('requires an administrator', async () => {
  expect((await edit({ bootstrap_url: '' }, fixture.people.manager.headers)).status).toBe(403)
  expect((await edit({ bootstrap_url: '' }, fixture.people.keys.limited.headers)).status).toBe(403)
})
