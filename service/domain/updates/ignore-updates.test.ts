import { beforeEach, describe, expect, it } from 'vitest'
import { features } from '../../catalogue.ts'
import { systemActor } from '../../operation/actor.ts'
import { createIngest } from '../../operation/ingest.ts'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { SoftwareUpdate } from '../../platform/connector/snapshot/updates.ts'
import { changeIgnoredEverywhere } from './ignore-updates.ts'
import { setUpUpdates } from './testing/set-up-updates.ts'

const fixture = setUpUpdates()

describe('ignoring an item on every site', () => {
  const slug = 'forms/forms.php'

  beforeEach(async () => {
    await fixture.service.db.pool.query(
      `insert into site_software (site_id, kind, slug, name, version, active)
       select id, 'plugin', $1, 'Forms', '1.9', true from sites`,
      [slug],
    )
  })

  /** Every list and count that shows the pending update of Forms on site 2, each as a number of updates or sites. */
  const ways: Record<string, () => Promise<number>> = {
    'list-updates': async () => (await fixture.ability('list-updates', { site_ids_or_domains: [2] })).body.total,
    'list-updates with a search': async () =>
      (await fixture.ability('list-updates', { site_ids_or_domains: [2], search: 'form' })).body.updates.length,
    'get-site-updates': async () => (await fixture.ability('get-site-updates', { site_id: 2 })).body.updates.length,
    'GET /updates': async () => Object.keys((await fixture.rest('GET /updates?include=2')).body.data).length,
    'GET /updates/{site}': async () => Object.keys((await fixture.rest('GET /updates/2')).body.data.plugins).length,
    'GET /updates/items': async () =>
      (await fixture.rest('GET /updates/items?search=forms')).body.data
        .filter((item: { new_version: string }) => item.new_version === '2.0')
        .map(({ sites }: { sites: number }) => sites - 1)[0],
    'the sites of an item': async () =>
      (await fixture.rest('GET /updates/items/plugin/forms%2Fforms.php/sites?version=2.0')).body.total - 1,
    'the number beside the site': async () =>
      (await fixture.ability('get-site', { site_id_or_domain: 2, include_stats: true })).body.stats.plugin_updates,
    'sites with updates': async () =>
      (await fixture.rest('GET /sites?status=available_update')).body.data.filter(({ id }: { id: number }) => id === 2)
        .length,
    'the plugins of the site': async () =>
      (await fixture.ability('get-site-plugins', { site_id_or_domain: 2, has_update: true })).body.total,
    'the inventory': async () =>
      (await fixture.rest(`GET /inventory/sites?slug=${slug}`)).body.data.filter(
        (row: { site_id: number; update_version: string | null }) => row.site_id === 2 && row.update_version !== null,
      ).length,
    'a dry run of update-all': async () =>
      (await fixture.ability('update-all', { site_ids_or_domains: [2], dry_run: true })).body.count,
    'a dry run of run-updates': async () =>
      (await fixture.ability('run-updates', { site_ids_or_domains: [2], specific_items: [slug], dry_run: true })).body
        .count,
  }

  describe.each(Object.entries(ways))('%s', (_, count) => {
    it('shows the update, hides it while it is ignored, and shows it again afterwards', async () => {
      expect(await count()).toBe(1)
      await fixture.rest('POST /updates/2/ignore/plugins', { slug, version: '2.0' })
      expect(await count()).toBe(0)
      await fixture.rest('POST /updates/2/unignore/plugins')
      expect(await count()).toBe(1)
    })
  })

  it.each(Object.entries(ways))('%s does not show an update that is ignored on every site', async (way, count) => {
    await fixture.rest('POST /updates/ignore/plugins', { slug })
    // An item without pending updates is not listed at all.
    const nothing = way === 'GET /updates/items' ? undefined : way === 'the sites of an item' ? -1 : 0
    expect(await count()).toBe(nothing)
  })
})

const ingest = (snapshot: Partial<SiteSnapshot>, siteId = 1) =>
  createIngest(features, fixture.service.db, fixture.service.clock)(siteId, { ...bare, ...snapshot })

const bare: SiteSnapshot = {
  takenAt: new Date('2026-11-15T09:00:00Z'),
  connectorVersion: '6.1',
  wordpressVersion: '6.8',
  siteUrl: '',
  managedByHost: false,
  problems: [],
}
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
const forms = 'forms/forms.php'
const ofSite1 = async () => (await fixture.pendingUpdates()).filter((text) => text.startsWith('1 plugin'))

describe('an update that a site reports', () => {
  it.each([
    ['POST /updates/1/ignore/plugins', {}],
    ['POST /updates/1/ignore/plugins', { slug: forms }],
    ['POST /updates/ignore/plugins', { slug: forms }],
    ['POST /updates/ignore/plugins', {}],
  ])('stays ignored after %s %j in any version', async (address, payload) => {
    await fixture.rest(address, payload)
    await ingest({ pluginUpdates: [offer(forms, '3.0')] })
    expect(await ofSite1()).toEqual([])
    await ingest({ pluginUpdates: [] })
    await ingest({ pluginUpdates: [offer(forms, '3.1')] })
    expect(await ofSite1()).toEqual([])
  })

  it.each(['POST /updates/1/ignore/plugins', 'POST /updates/ignore/plugins'])(
    'is shown when only an older version is ignored by %s, and hidden again if that comes back',
    async (address) => {
      await fixture.rest(address, { slug: forms, version: '3.0' })
      await ingest({ pluginUpdates: [offer(forms, '3.0')] })
      expect(await ofSite1()).toEqual([])
      await ingest({ pluginUpdates: [offer(forms, '3.1')] })
      expect(await ofSite1()).toEqual([`1 plugin ${forms} 3.1`])
      await ingest({ pluginUpdates: [offer(forms, '3.0')] })
      expect(await ofSite1()).toEqual([])
    },
  )

  it('is hidden on a new site too', async () => {
    await fixture.rest('POST /updates/ignore/wp', { version: '6.9' })
    await ingest({ coreUpdate: '6.9' }, 2)
    expect((await fixture.pendingUpdates()).filter((text) => text.includes('core'))).toEqual([])
  })
})

describe('concurrent changes', () => {
  const ignoring = { type: 'plugin' as const, slugs: [forms], version: null }
  beforeEach(() => ingest({ pluginUpdates: [] }))

  it('never show an update that is reported while it becomes ignored on every site', async () => {
    const { db, clock } = fixture.service
    const snapshot = { ...bare, pluginUpdates: [offer(forms, '3.0')] }
    let ignored: Promise<unknown> | undefined
    const shown = db.transaction().execute(async (trx) => {
      for (const feature of features) await feature.ingests?.(trx, [{ siteId: 1, snapshot }], clock.now())
      // The rule is requested while the updates are written but not committed.
      ignored = changeIgnoredEverywhere({ db, clock, actor: systemActor() }, 'ignore', ignoring)
      await waitsForRules(1)
    })
    await Promise.all([shown, shown.then(() => ignored)])
    expect(await ofSite1()).toEqual([])
  })

  it('do not block each other', async () => {
    const { db, clock } = fixture.service
    const context = { db, clock, actor: systemActor() }
    const rounds = Array.from({ length: 12 }, (_, round) => [
      ingest({ pluginUpdates: [offer(forms, `3.${round}`)] }, (round % 3) + 1),
      changeIgnoredEverywhere(context, round % 2 ? 'ignore' : 'unignore', ignoring),
      fixture.rest(`POST /updates/${(round % 3) + 1}/${round % 4 < 2 ? 'ignore' : 'unignore'}/plugins`),
    ])
    await Promise.all(rounds.flat())
    // Throws when a list and a count differ.
    await fixture.pendingUpdates()
    await changeIgnoredEverywhere(context, 'ignore', ignoring)
    expect((await fixture.pendingUpdates()).filter((text) => text.includes(forms))).toEqual([])
  })

  /** Resolves when a transaction waits for the lock of the rules. */
  async function waitsForRules(how: number): Promise<void> {
    for (;;) {
      const { rows } = await fixture.service.db.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      if (rows.length >= how) return
      await new Promise(setImmediate)
    }
  }
})
