import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultName, faultTypes } from '../../../simulator/index.ts'
import type { ChildSite } from './child-site.ts'
import type { ConnectorError } from './errors.ts'
import type { SiteSnapshot } from './snapshot/snapshot.ts'
import { type Attackers, startAttackers } from './testing/attackers.ts'
import { openFleet, type TestFleet } from './testing/fleet.ts'

/** The outcome of reading such a site: an error code, or a usable snapshot. */
const endings: Partial<Record<FaultName, string>> = {
  refuse: 'svc_connection_failed',
  reset: 'svc_site_offline',
  'never-answer': 'svc_site_offline',
  slow: 'svc_site_offline',
  'slow-drip': 'svc_site_offline',
  'slow-headers': 'svc_site_offline',
  'length-lie': 'svc_site_offline',
  truncated: 'svc_site_offline',
  'cut-after': 'svc_site_offline',
  'http-502': 'svc_site_offline',
  'http-520': 'svc_site_offline',
  'empty-body': 'svc_site_error',
  'http-500': 'svc_site_error',
  'http-500-after': 'svc_site_error',
  'http-400': 'svc_child_not_found',
  'no-marker': 'svc_child_not_found',
  'http-401': 'svc_http_auth_required',
  'http-403-challenge': 'svc_firewall',
  'http-404': 'svc_wrong_address',
  'http-429': 'svc_site_busy',
  'http-503': 'svc_maintenance',
  'http-503-overloaded': 'svc_site_busy',
  'redirect-other-origin': 'svc_redirected',
  'redirect-loopback': 'svc_redirected',
  'redirect-metadata': 'svc_redirected',
  'redirect-scheme': 'svc_redirected',
  'redirect-loop': 'svc_redirected',
  'redirect-www': 'svc_redirected',
  // Its error has neither code nor text, for a ping as well: so it is about the key.
  'error-markup': 'svc_key_refused',
}
const unreadable: FaultName[] = [
  'endless-headers',
  'endless-body',
  'huge-body',
  'not-http',
  'bad-chunks',
  'truncated-quietly',
  'cookie-flood',
  'gzip-bomb',
  'gzip-twice',
  'br-bomb',
  'deflate-bomb',
  'million-plugins',
  'huge-reply',
  'false-marker',
  'unclosed-marker',
  'invalid-base64',
  'invalid-json',
  'json-text',
  'json-null',
  'php-serialized',
  'deep-json',
  'nan-numbers',
]
for (const name of unreadable) endings[name] = 'svc_unreadable_answer'

/** Sizes: as small as the test needs. */
const amounts: Partial<Record<FaultName, object>> = {
  slow: { delay: 60_000 },
  'slow-drip': { delay: 20 },
  'slow-headers': { delay: 20 },
  'gzip-bomb': { bytes: 200_000_000 },
  'br-bomb': { bytes: 20_000_000 },
  'deflate-bomb': { bytes: 20_000_000 },
  'million-plugins': { count: 100_000 },
  'long-text': { bytes: 700 },
  'event-flood': { count: 3_000 },
  flaky: { share: 0 },
}
const silent = new Set<FaultName>(['never-answer', 'slow', 'slow-drip', 'slow-headers'])

const parts = [
  'plugins',
  'themes',
  'pluginUpdates',
  'users',
  'recentPosts',
  'recentComments',
  'changes',
  'health',
] as const

describe('hostile and broken sites', () => {
  const names = Object.keys(faultTypes) as FaultName[]
  let world: TestFleet
  let attackers: Attackers
  beforeAll(async () => {
    world = await openFleet({ sites: 8 })
    attackers = await startAttackers(
      world.keyPair,
      names.map((name) => ({ name, ...amounts[name] })),
    )
  })
  afterAll(async () => {
    attackers.stop()
    await world.close()
  })

  const read = (site: ChildSite, deadlineMs?: number) =>
    world.connector.readSite(site, { parts }, { deadlineMs }).then(
      (snapshot) => ({ snapshot, error: undefined }),
      (error: unknown) => ({ snapshot: undefined, error }),
    )

  it('each end in their own error or in a clean snapshot, and do not affect other sites of the same run', async () => {
    const honest = Array.from({ length: 6 }, () => world.next())
    const [bad, good] = await Promise.all([
      Promise.all(attackers.sites.map((site, index) => read(site, silent.has(names[index]!) ? 2_500 : undefined))),
      Promise.all(honest.map(({ site }) => read(site))),
    ])
    for (const [index, { snapshot, error }] of good.entries()) {
      expect(error).toBeUndefined()
      expect(snapshot?.plugins).toHaveLength(honest[index]!.child.plugins.length)
      expect(snapshot?.problems).toEqual([])
    }
    for (const [index, { snapshot, error }] of bad.entries()) {
      const name = names[index]!
      const { code, message } = (error ?? {}) as Partial<ConnectorError>
      expect.soft([name, code]).toEqual([name, endings[name]])
      if (snapshot) expectClean(snapshot, name)
      else expect.soft(message, name).not.toMatch(/[<>]/)
    }
  })

  function expectClean(snapshot: SiteSnapshot, name: string): void {
    const seen = JSON.stringify(snapshot)
    // NUL and escape, direction marks and unpaired surrogates reach no database, terminal or page.
    expect.soft(seen, name).not.toMatch(/\\u00[01]|\\ud[89a-f]/i)
    expect.soft(seen, name).not.toMatch(/[\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/)
    expect.soft(seen, name).not.toContain('etc/passwd')
    expect.soft(({} as Record<string, unknown>).polluted, name).toBeUndefined()
    const texts = seen.match(/"(?:[^"\\]|\\.)*"/g) ?? []
    expect.soft(Math.max(...texts.map((text) => text.length)), name).toBeLessThan(1_000)
    const slugs = (snapshot.plugins ?? []).map(({ slug }) => slug)
    expect.soft(new Set(slugs).size, name).toBe(slugs.length)
    for (const { registeredAt } of snapshot.users ?? []) {
      expect.soft(registeredAt?.getTime() ?? 0, name).toBeLessThan(Date.now() + 25 * 3600 * 1000)
    }
  }

  it('report what could not be used', async () => {
    const { snapshot } = await read(attackers.sites[names.indexOf('wrong-types')]!)
    expect(snapshot?.plugins).toBeUndefined()
    expect(snapshot?.problems).toContainEqual({ part: 'plugins', reason: 'is not a list' })
  })
})
