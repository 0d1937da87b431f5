import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

const slug = 'demo/demo.php'

describe('updates', () => {
  let world: TestFleet
  beforeAll(async () => {
    world = await openFleet()
  })
  afterAll(() => world.close())
  beforeEach(() => {
    const { child } = world.next()
    child.addPlugin({ file: slug, name: 'Demo', version: '1.0.0', active: true, offer: '1.1.0' })
    child.addPlugin({ file: 'other/other.php', name: 'Other', version: '2.0', active: false, offer: '2.5' })
    child.addTheme({ slug: 'calm', name: 'Calm', version: '1.0', offer: '1.2' })
  })
  const update = async (...items: { slug: string; version?: string }[]) => {
    const { items: outcomes, snapshot } = await world.connector.updatePlugins(world.here().site, items)
    return { outcomes, snapshot }
  }
  const installed = () => world.here().child.plugin(slug)!.version

  it('of plugins succeed when the version changed, and return the site afterwards', async () => {
    const { outcomes, snapshot } = await update({ slug, version: '1.0.0' }, { slug: 'other/other.php', version: '2.0' })
    expect(outcomes).toMatchObject([
      { slug, name: 'Demo', outcome: 'done', oldVersion: '1.0.0', newVersion: '1.1.0' },
      { slug: 'other/other.php', outcome: 'done', oldVersion: '2.0', newVersion: '2.5' },
    ])
    expect(snapshot?.plugins).toContainEqual(expect.objectContaining({ slug, version: '1.1.0' }))
    expect(snapshot?.pluginUpdates?.map((each) => each.slug)).not.toContain(slug)
    expect(world.here().child.counts.upgradeplugintheme).toBe(1)
  })

  it('need no known version: the site is read first', async () => {
    expect((await update({ slug })).outcomes).toMatchObject([
      { outcome: 'done', oldVersion: '1.0.0', newVersion: '1.1.0' },
    ])
  })

  it('that fail have their reason and do not affect the others', async () => {
    world.here().child.onUpdate(slug, 'download-failure')
    const { outcomes } = await update({ slug, version: '1.0.0' }, { slug: 'other/other.php', version: '2.0' })
    expect(outcomes).toMatchObject([
      { slug, outcome: 'failed', code: 'svc_update_failed', wordpressCodes: ['download_failed'], newVersion: '1.0.0' },
      { outcome: 'done' },
    ])
  })

  it('that WordPress rolled back are reported as such', async () => {
    world.here().child.onUpdate(slug, 'rollback')
    const { outcomes } = await update({ slug, version: '1.0.0' })
    expect(outcomes).toMatchObject([
      { outcome: 'failed', code: 'svc_rolled_back', rolledBack: true, newVersion: '1.0.0' },
    ])
    expect(outcomes[0]?.wordpressCodes).toContain('mainwp_update_error_code')
  })

  it.each(['false-success', 'lie'] as const)(
    'that are reported but did not happen (%s) are failures',
    async (behaviour) => {
      world.here().child.onUpdate(slug, behaviour)
      const { outcomes } = await update({ slug, version: '1.0.0' })
      expect(outcomes).toMatchObject([
        { outcome: 'failed', code: 'svc_no_effect', oldVersion: '1.0.0', newVersion: '1.0.0' },
      ])
    },
  )

  it('of missing plugins and of those without an update fail', async () => {
    const { child } = world.here()
    child.addPlugin({ file: 'current/current.php', name: 'Current', version: '9.0', offer: null })
    const { outcomes } = await update(
      { slug: 'absent/absent.php', version: '1.0' },
      { slug: 'current/current.php', version: '9.0' },
    )
    expect(outcomes).toMatchObject([{ code: 'svc_not_installed' }, { code: 'svc_nothing_to_update' }])
  })

  it('whose requirements are not met are reported, in a list and alone', async () => {
    world.here().child.onUpdate(slug, 'requirement-not-met')
    const inList = await update({ slug, version: '1.0.0' }, { slug: 'other/other.php', version: '2.0' })
    expect(inList.outcomes).toMatchObject([{ outcome: 'failed', code: 'svc_skipped' }, { outcome: 'done' }])
    const alone = await update({ slug, version: '1.0.0' })
    expect(alone.outcomes).toMatchObject([{ outcome: 'failed', message: expect.stringContaining('requirements') }])
  })

  it('to another version than expected report the real one', async () => {
    world.here().child.onUpdate(slug, 'other-version')
    const { outcomes } = await update({ slug, version: '1.0.0' })
    expect(outcomes).toMatchObject([{ outcome: 'done', newVersion: installed() }])
    expect(installed()).not.toBe('1.1.0')
  })

  it('that are still listed afterwards are not listed again', async () => {
    world.here().child.onUpdate(slug, 'stale-offer')
    const { outcomes, snapshot } = await update({ slug, version: '1.0.0' })
    expect(outcomes).toMatchObject([{ outcome: 'done' }])
    expect(snapshot?.pluginUpdates?.map((each) => each.slug)).not.toContain(slug)
  })

  describe('without a usable answer', () => {
    it.each(['error-after', 'cut-after'] as const)(
      'are done when the version changed (%s), and are sent once',
      async (behaviour) => {
        world.here().child.onUpdate(slug, behaviour)
        expect((await update({ slug, version: '1.0.0' })).outcomes).toMatchObject([
          { outcome: 'done', newVersion: '1.1.0' },
        ])
        expect(world.here().child.counts.upgradeplugintheme).toBe(1)
      },
    )

    it('fail when the site failed and the version is the old one', async () => {
      world.here().child.onUpdate(slug, 'error-before')
      const { outcomes } = await update({ slug, version: '1.0.0' })
      expect(outcomes).toMatchObject([
        { outcome: 'failed', code: 'svc_update_failed', message: expect.stringContaining('500') },
      ])
    })

    it('are "unknown" when the site may still be working', async () => {
      world.here().child.setFault('reset', { on: 'upgradeplugintheme' })
      expect((await update({ slug, version: '1.0.0' })).outcomes).toMatchObject([{ outcome: 'unknown' }])
      expect(world.here().child.counts.upgradeplugintheme).toBe(1)
    })

    it('wait for the end of the maintenance window', async () => {
      const { child } = world.here()
      child.onUpdate(slug, 'error-after')
      child.setFault('http-503', { on: 'stats', times: 2 })
      expect((await update({ slug, version: '1.0.0' })).outcomes).toMatchObject([{ outcome: 'done' }])
    })
  })

  it('are "unknown" while the files are being replaced, not "not installed"', async () => {
    const { child } = world.here()
    await child.setFault('reset', { on: 'upgradeplugintheme' })
    child.plugins = child.plugins.filter(({ entry }) => entry.file !== slug)
    expect((await update({ slug, version: '1.0.0' })).outcomes).toMatchObject([{ outcome: 'unknown' }])
  })

  it('are not started on a site in maintenance', async () => {
    world.here().child.onUpdate(slug, 'maintenance-instead')
    await expect(update({ slug, version: '1.0.0' })).rejects.toMatchObject({
      code: 'svc_maintenance',
      retryable: true,
      mayHaveArrived: false,
    })
    expect(installed()).toBe('1.0.0')
  })

  it('of themes have outcomes in the same way', async () => {
    const { child, site } = world.here()
    const items = [{ slug: 'calm', version: '1.0' }]
    child.onUpdate('calm', 'lie', { times: 1 })
    expect((await world.connector.updateThemes(site, items)).items).toMatchObject([
      { outcome: 'failed', code: 'svc_no_effect' },
    ])
    expect((await world.connector.updateThemes(site, items)).items).toMatchObject([
      { outcome: 'done', newVersion: '1.2' },
    ])
    expect((await world.connector.updateThemes(site, [{ slug: 'absent', version: '1' }])).items).toMatchObject([
      { code: 'svc_not_installed' },
    ])
  })

  it('of translations are done when they are no longer available', async () => {
    const { child, site } = world.here()
    child.translations = [{ type: 'plugin', slug: 'demo', language: 'de_DE', version: '1.0.0', name: 'Demo' }]
    child.onUpdate('demo', 'download-failure', { times: 1 })
    expect((await world.connector.updateTranslations(site, ['demo'])).items).toMatchObject([{ outcome: 'failed' }])
    expect((await world.connector.updateTranslations(site, ['demo'])).items).toMatchObject([{ outcome: 'done' }])
    expect((await world.connector.updateTranslations(site, ['demo'])).items).toMatchObject([
      { code: 'svc_nothing_to_update' },
    ])
  })

  it('of translations do not succeed by a report about another one', async () => {
    const { child, site } = world.here()
    const offer = { type: 'plugin', language: 'de_DE', version: '1.0.0' } as const
    child.translations = [
      { ...offer, slug: 'demo', name: 'Demo' },
      { ...offer, slug: 'lost', name: 'Lost' },
      { ...offer, slug: 'other', name: 'Other' },
    ]
    child.onUpdate('lost', 'download-failure')
    const { items, snapshot } = await world.connector.updateTranslations(site, ['demo', 'lost'])
    expect(items).toMatchObject([{ outcome: 'done' }, { outcome: 'failed', code: 'svc_no_effect' }])
    expect(snapshot?.translationUpdates?.map(({ slug }) => slug)).toEqual(['lost', 'other'])
  })
})
