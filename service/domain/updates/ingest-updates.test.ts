import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { features } from '../../catalogue.ts'
import { createIngest } from '../../operation/ingest.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { SoftwareUpdate } from '../../platform/connector/snapshot/updates.ts'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'

const fixture = setUpService()
const { ability } = callers(fixture)
const ingest = (snapshot: SiteSnapshot, siteId = 1) =>
  createIngest(features, fixture.service.db, fixture.service.clock)(siteId, snapshot)

/** With the transaction and the position of each row: both change when a row is written. */
const rows = async () =>
  (
    await fixture.service.db.pool.query(
      `select type, slug, new_version, current_version, language, first_seen_at, xmin::text, xmax::text, ctid::text
       from site_updates where site_id = 1 order by type, slug, language`,
    )
  ).rows as { type: string; slug: string; new_version: string; first_seen_at: Date; xmin: string }[]
const row = async (slug: string) => (await rows()).find((each) => each.slug === slug)
const stats = async () =>
  (await ability('get-site', { site_id_or_domain: 1, include_stats: true })).body.stats as Record<string, unknown>

const offer = (slug: string, newVersion: string): SoftwareUpdate => ({
  slug,
  name: slug,
  version: '1.0',
  newVersion,
  active: true,
  premium: false,
  hasPackage: true,
  requiresWordPress: null,
  requiresPhp: null,
  testedWith: null,
  fitsWordPress: null,
  fitsPhp: null,
  url: '',
})
const translation = (language: string) => ({ type: 'plugin', slug: 'a', language, name: 'A', version: '1.0' }) as const

const snapshot: SiteSnapshot = {
  takenAt: new Date('2026-11-15T09:00:00Z'),
  connectorVersion: '6.1',
  wordpressVersion: '6.8',
  siteUrl: '',
  managedByHost: false,
  coreUpdate: '6.9',
  pluginUpdates: [offer('a/a.php', '1.1'), offer('b/b.php', '2.0')],
  themeUpdates: [offer('t', '3.0')],
  translationUpdates: [translation('de_DE'), translation('fr_FR')],
  problems: [],
}

beforeEach(async () => {
  await seedSites(fixture.service.db, 2)
  await ingest(snapshot)
})
afterEach(() => fixture.service.clock.reset())

describe('the available updates of a site', () => {
  it('are stored and counted', async () => {
    expect((await rows()).map(({ type, slug }) => `${type} ${slug}`)).toEqual([
      'core wordpress',
      'plugin a/a.php',
      'plugin b/b.php',
      'theme t',
      'translation a',
      'translation a',
    ])
    expect(await stats()).toMatchObject({ plugin_updates: 2, theme_updates: 1, wp_update_available: true })
  })

  it('are not written again when nothing changed', async () => {
    const before = await rows()
    await ingest(snapshot)
    expect(await rows()).toEqual(before)
  })

  it('are written only where something changed, and keep the date when a version was first available', async () => {
    const before = await rows()
    fixture.service.clock.advance(3_600_000)
    await ingest({
      ...snapshot,
      pluginUpdates: [{ ...offer('a/a.php', '1.1'), active: false }, offer('b/b.php', '2.1')],
    })
    const after = await rows()
    expect(after.filter(({ xmin }) => !before.some((each) => each.xmin === xmin))).toMatchObject([
      { slug: 'a/a.php', first_seen_at: new Date('2026-11-15T09:00:00Z') },
      { slug: 'b/b.php', new_version: '2.1', first_seen_at: new Date('2026-11-15T10:00:00Z') },
    ])
  })

  it('stay when the snapshot does not contain them', async () => {
    const { coreUpdate, pluginUpdates, themeUpdates, translationUpdates, ...rest } = snapshot
    const before = await rows()
    await ingest(rest)
    expect(await rows()).toEqual(before)
    await ingest({ ...rest, themeUpdates: [] })
    expect(await row('t')).toBeUndefined()
    expect(await stats()).toMatchObject({ plugin_updates: 2, theme_updates: 0 })
  })

  it('leave the list and the count when the snapshot shows that they are installed', async () => {
    const { pluginUpdates, ...rest } = snapshot
    const seen = { name: '', active: true, description: '', mustUse: false, isConnector: false }
    await ingest({
      ...rest,
      plugins: [
        { ...seen, slug: 'a/a.php', version: '1.1' },
        { ...seen, slug: 'b/b.php', version: '1.0' },
      ],
    })
    expect(await row('a/a.php')).toBeUndefined()
    expect(await stats()).toMatchObject({ plugin_updates: 1 })
  })

  it('leave out items that are already installed, whatever the site counts', async () => {
    const seen = { name: '', active: true, description: '', mustUse: false, isConnector: false }
    await ingest({ ...snapshot, plugins: [{ ...seen, slug: 'a/a.php', version: '1.1' }] })
    expect(await stats()).toMatchObject({ plugin_updates: 0 })
  })

  it('are deleted with the site', async () => {
    await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
    expect(await rows()).toEqual([])
  })
})
