import { describe, expect, it } from 'vitest'
import { setUpSoftware } from './testing/set-up-software.ts'

const fixture = setUpSoftware()

/** Every row with its transaction and position: both change when a row is written. */
async function rows(siteId = 1) {
  const { rows } = await fixture.service.db.pool.query(
    `select kind, slug, name, version, active, last_updated, xmin::text, xmax::text, ctid::text
     from site_software where site_id = $1 order by kind, slug`,
    [siteId],
  )
  return rows as { slug: string; version: string; active: boolean; last_updated: string | null; xmin: string }[]
}
const row = async (slug: string) => (await rows()).find((each) => each.slug === slug)
const slugs = async () => (await rows()).map(({ slug }) => slug)

const old = { file: 'old/old.php', name: 'Old', version: '1', release: { on: Date.parse('2019-05-06') / 1000 } }

describe('the reported software of a site', () => {
  it('is not written again when nothing changed', async () => {
    fixture.site.addPlugin(old)
    await fixture.sync()
    await fixture.sync()
    const before = await rows()
    expect(before.length).toBe(6)
    await fixture.sync()
    expect(await rows()).toEqual(before)
  })

  it('is written only where something changed', async () => {
    await fixture.sync()
    const before = await rows()
    fixture.site.byHand.deactivatePlugin('on/on.php')
    fixture.site.byHand.deletePlugin('off/off.php')
    fixture.site.addPlugin({ file: 'new/new.php', name: 'New', version: '7' })
    fixture.site.theme('spare')!.version = '2.1'
    await fixture.sync()
    const after = await rows()
    expect(await slugs()).toEqual(['mainwp-child/mainwp-child.php', 'new/new.php', 'on/on.php', 'now', 'spare'])
    expect(await row('on/on.php')).toMatchObject({ active: false })
    expect(await row('spare')).toMatchObject({ version: '2.1' })
    const untouched = after.filter((each) => before.some((known) => JSON.stringify(known) === JSON.stringify(each)))
    expect(untouched.map(({ slug }) => slug)).toEqual(['mainwp-child/mainwp-child.php', 'now'])
  })

  it('stays when the snapshot does not contain it', async () => {
    fixture.site.addPlugin(old)
    await fixture.sync()
    await fixture.sync()
    const before = await rows()
    const { plugins, themes, abandonedPlugins, abandonedThemes, ...rest } = await fixture.read()
    await fixture.ingest(1, rest)
    expect(await rows()).toEqual(before)
    await fixture.ingest(1, { ...rest, themes: themes! })
    await fixture.ingest(1, { ...rest, plugins: plugins! })
    expect(await rows()).toEqual(before)
    expect([abandonedPlugins!.length, abandonedThemes!.length]).toEqual([1, 0])
  })

  it('stays when it could not be read', async () => {
    await fixture.sync()
    const before = await rows()
    fixture.site.setFault('wrong-types', { on: 'stats', times: 1 })
    await fixture.ingest(1, await fixture.read())
    expect((await rows()).length).toBe(before.length)
  })

  it('is stored again when another report came in between', async () => {
    await fixture.sync()
    const snapshot = await fixture.read()
    await fixture.ingest(1, snapshot)
    const { themes, abandonedThemes, abandonedPlugins, ...rest } = snapshot
    await fixture.ingest(1, { ...rest, plugins: rest.plugins!.filter(({ slug }) => slug !== 'off/off.php') })
    expect(await row('off/off.php')).toBeUndefined()
    await fixture.ingest(1, snapshot)
    expect(await row('off/off.php')).toMatchObject({ version: '2.0' })
  })

  it('is deleted when the site has no item of a kind left', async () => {
    await fixture.sync()
    await fixture.ingest(1, { ...(await fixture.read()), themes: [] })
    expect(await slugs()).toEqual(['mainwp-child/mainwp-child.php', 'off/off.php', 'on/on.php'])
  })

  it('stores release dates alone, and deletes them when the item is no longer reported as abandoned', async () => {
    await fixture.sync()
    const { plugins, ...snapshot } = await fixture.read()
    const abandoned = [{ slug: 'off/off.php', name: 'Off', version: '2.0', lastUpdatedAt: new Date('2020-01-02') }]
    await fixture.ingest(1, { ...snapshot, abandonedPlugins: abandoned })
    expect(await row('off/off.php')).toMatchObject({ last_updated: '2020-01-02' })
    const before = await rows()
    await fixture.ingest(1, { ...snapshot, abandonedPlugins: abandoned })
    expect(await rows()).toEqual(before)
    await fixture.ingest(1, { ...snapshot, abandonedPlugins: [] })
    expect(await row('off/off.php')).toMatchObject({ last_updated: null })
  })

  it('is deleted with the site', async () => {
    await fixture.sync()
    await fixture.service.db.deleteFrom('sites').where('id', '=', 1).execute()
    expect(await rows(1)).toEqual([])
    expect((await rows(2)).length).toBe(5)
  })

  it('never changes another site', async () => {
    await fixture.sync()
    const before = await rows(2)
    await fixture.ingest(1, { ...(await fixture.read()), plugins: [] })
    expect(await rows(2)).toEqual(before)
  })
})

describe('a hostile site', () => {
  const syncWithFault = async (name: Parameters<typeof fixture.site.setFault>[0], options = {}) => {
    fixture.site.setFault(name, { on: 'stats', ...options })
    await fixture.ingest(1, await fixture.read())
    return rows()
  }

  it('cannot store an item twice', async () => {
    expect(await syncWithFault('duplicate-slugs')).toHaveLength(5)
  })

  it('cannot store more than two thousand plugins', async () => {
    expect((await syncWithFault('million-plugins', { count: 10_000 })).length).toBeLessThanOrEqual(2_002)
  })

  it.each(['nul', 'lone-surrogates', 'proto-keys', 'traversal-slugs', 'wrong-versions', 'infinite-numbers'] as const)(
    'with %s breaks nothing',
    async (name) => {
      const stored = await syncWithFault(name)
      expect(stored.filter(({ slug }) => slug.includes('..'))).toEqual([])
    },
  )

  it('cannot change the names of other sites', async () => {
    await fixture.sync()
    const snapshot = await fixture.read()
    await fixture.ingest(1, { ...snapshot, plugins: snapshot.plugins!.map((plugin) => ({ ...plugin, name: 'Mine' })) })
    const { body } = await fixture.ability('get-site-plugins', { site_id_or_domain: 2, search: 'mine' })
    expect(body.total).toBe(0)
  })
})
