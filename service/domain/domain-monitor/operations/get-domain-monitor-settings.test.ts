import { expect, it } from 'vitest'
import { setUpRdap } from '../testing/set-up-rdap.ts'

const fixture = setUpRdap()
const read = async () => (await fixture.rest('GET /domain-monitor/settings')).body.data

it('returns the address and age of the list of registries', async () => {
  expect(await read()).toEqual({
    bootstrap_url: `${fixture.registry.origin}/dns.json`,
    is_public_default: false,
    known_top_level_domains: 0,
    fetched_at: null,
    expires_at: null,
  })
  await fixture.check(await fixture.site('https://shop.com/'))
  expect(await read()).toMatchObject({
    known_top_level_domains: 5,
    fetched_at: '2026-11-15T09:00:00Z',
    expires_at: '2026-11-16T09:00:00Z',
  })
})
