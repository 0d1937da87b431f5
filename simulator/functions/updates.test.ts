import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Site } from '../site/site.ts'
import { call, keyPair, server } from '../testing/dashboard.ts'

let fleet: Fleet
let site: Site

const a = 'a/a.php'
const b = 'b/b.php'

beforeEach(async () => {
  fleet = await startFleet({ sites: 1 })
  site = fleet.sites[0]!
  site.connect({ publicKey: keyPair().publicKey, server })
  site.addPlugin({ file: a, name: 'A', version: '1.0', offer: '1.1' })
  site.addPlugin({ file: b, name: 'B', version: '2.0', offer: '2.1' })
  site.addTheme({ slug: 't', name: 'T', version: '3.0', offer: '3.1' })
})
afterEach(() => fleet.close())

const update = (...files: string[]) => call(site.url, 'upgradeplugintheme', { type: 'plugin', list: files.join(',') })
const updateThemes = (...slugs: string[]) =>
  call(site.url, 'upgradeplugintheme', { type: 'theme', list: slugs.join(',') })
const versions = () => [site.plugin(a)!.version, site.plugin(b)!.version]

describe('plugin updates', () => {
  it('change the version, remove the offer and are in the journal', async () => {
    const { payload } = await update(a)
    expect(payload.upgrades).toEqual({ [a]: true })
    expect(payload.other_data.updated_data[a]).toEqual({
      name: 'A',
      old_version: '1.0',
      slug: a,
      success: 1,
      version: '1.1',
    })
    expect(site.plugin(a)).toMatchObject({ version: '1.1', offer: null })
    expect(site.journal).toMatchObject([
      { function: 'upgradeplugintheme', effects: [{ what: 'plugin updated', subject: a, from: '1.0', to: '1.1' }] },
    ])
    expect(site.journal[0]!.parameters).toMatchObject({ type: 'plugin', list: a })
    expect(JSON.stringify(site.journal)).not.toContain('mainwpsignature')
  })

  it('show the offers before the run, print HTML before the marker and embed no sync', async () => {
    const { payload, body } = await update(a)
    expect(body).toMatch(/^<div.*<mainwp>/s)
    expect(payload.plugin_updates[a].Version).toBe('1.0')
    expect(payload.plugin_updates[a]).not.toHaveProperty('active')
    expect(payload).not.toHaveProperty('sync')
  })

  it('report success for an unknown plugin, with an empty old version', async () => {
    const { payload } = await update('absent/absent.php')
    expect(payload.upgrades).toEqual({ 'absent/absent.php': true })
    expect(payload.other_data.updated_data['absent/absent.php']).toEqual({
      name: '',
      old_version: '',
      slug: 'absent/absent.php',
      success: 1,
    })
  })

  it('report success for a plugin without an offer, without an old version', async () => {
    site.offerPlugin(a, null)
    expect((await update(a)).payload.other_data.updated_data[a]).toMatchObject({
      old_version: '',
      success: 1,
      version: '1.0',
    })
  })

  it('omit failed items from upgrades', async () => {
    site.onUpdate(b, 'download-failure')
    const { payload } = await update(a, b)
    expect(payload.upgrades).toEqual({ [a]: true })
    expect(payload.upgrades_error).toEqual({ [b]: 'Download failed.' })
    expect(payload.other_data.upgrade_error_codes).toEqual({ [b]: 'download_failed' })
    expect(payload.other_data.updated_data[b]).toMatchObject({ success: 0, old_version: '2.0', version: '2.0' })
    expect(versions()).toEqual(['1.1', '2.0'])
  })

  it('do not know old versions when nothing could be downloaded', async () => {
    site.onUpdate(a, 'download-failure')
    expect((await update(a)).payload).toMatchObject({
      upgrades: [],
      other_data: { updated_data: { [a]: { old_version: '' } } },
    })
  })

  it('can be rolled back', async () => {
    site.onUpdate(a, 'rollback')
    const { payload } = await update(a)
    expect(payload.other_data.updated_data[a]).toMatchObject({ success: 0, rollback: 1, version: '1.0' })
    expect(payload.other_data.upgrade_error_codes[a]).toContain('mainwp_update_error_code')
    expect(versions()[0]).toBe('1.0')
  })

  it('can succeed falsely, with the old version shown or with the new one claimed', async () => {
    site.onUpdate(a, 'false-success')
    site.onUpdate(b, 'lie')
    const { updated_data } = (await update(a, b)).payload.other_data
    expect(updated_data[a]).toMatchObject({ success: 1, old_version: '1.0', version: '1.0' })
    expect(updated_data[b]).toMatchObject({ success: 1, old_version: '2.0', version: '2.1' })
    expect(versions()).toEqual(['1.0', '2.0'])
    expect(site.journal[0]!.effects).toEqual([])
  })

  it('can install another version, or keep the offer', async () => {
    site.onUpdate(a, 'other-version')
    site.onUpdate(b, 'stale-offer')
    await update(a, b)
    expect(versions()).toEqual(['1.1.99', '2.1'])
    expect(site.plugin(b)!.offer?.version).toBe('2.1')
  })

  it('skip items that do not meet requirements without a message, and report an error when one is alone', async () => {
    site.onUpdate(a, 'requirement-not-met')
    const { payload } = await update(a, b)
    expect(Object.keys(payload.other_data.updated_data)).toEqual([b])
    expect((await update(a)).payload.error).toMatch(/^Current WordPress or PHP versions do not meet/)
  })

  it('can fail with 500 before: nothing is changed or recorded', async () => {
    site.onUpdate(a, 'error-before')
    const { status, payload } = await update(a)
    expect([status, payload]).toEqual([500, undefined])
    expect(versions()[0]).toBe('1.0')
    expect(site.journal).toEqual([])
  })

  it('can fail with 500 after: the change is done and recorded', async () => {
    site.onUpdate(a, 'error-after')
    expect((await update(a)).status).toBe(500)
    site.onUpdate(b, 'cut-after')
    await expect(update(b)).rejects.toThrow()
    expect(versions()).toEqual(['1.1', '2.1'])
    expect(site.journal.map(({ effects }) => effects[0]?.subject)).toEqual([a, b])
  })

  it('can be answered with maintenance instead', async () => {
    site.onUpdate(a, 'maintenance-instead', { times: 1 })
    expect((await update(a)).status).toBe(503)
    expect(versions()[0]).toBe('1.0')
    expect((await update(a)).status).toBe(200)
  })

  it('can break the front page', async () => {
    site.onUpdate(a, 'breaks')
    await update(a)
    expect(site.frontPage.fatalError).toBe(true)
  })

  it('refuse a bad type', async () => {
    expect((await call(site.url, 'upgradeplugintheme', { type: 'x', list: a })).payload.error).toBe('Invalid request!')
  })
})

describe('theme updates', () => {
  it('embed a sync', async () => {
    const { payload } = await updateThemes('t')
    expect(payload).toMatchObject({ upgrades: { t: true }, sync: { version: '6.1' } })
    expect(site.theme('t')!.version).toBe('3.1')
  })

  it('report false for failed items and have no list of errors', async () => {
    site.onUpdate('t', 'download-failure')
    const { payload } = await updateThemes('t')
    expect(payload.upgrades).toEqual({ t: false })
    expect(payload).not.toHaveProperty('upgrades_error')
    expect(payload.other_data.updated_data.t).toMatchObject({ success: 0, error: 'Download failed.' })
  })

  it('report the version false for unknown themes', async () => {
    expect((await updateThemes('gone')).payload.other_data.updated_data.gone).toMatchObject({
      success: 1,
      version: false,
    })
  })
})

describe('translation updates', () => {
  it('update all languages of a slug together', async () => {
    const offer = { type: 'plugin', slug: 'a', version: '1', name: 'A' } as const
    site.translations = [
      { ...offer, language: 'de_DE' },
      { ...offer, language: 'fr_FR' },
      { ...offer, slug: 'z', language: 'it_IT' },
    ]
    const { payload } = await call(site.url, 'upgradetranslation', { list: 'a' })
    expect(payload).toMatchObject({ upgrades: { a: true }, sync: { version: '6.1' } })
    expect(site.translations.map(({ slug }) => slug)).toEqual(['z'])
    expect((await call(site.url, 'upgradetranslation', { list: 'a' })).payload.upgrades).toEqual([])
  })

  it('report the result of the previous one for a failed download', async () => {
    const offer = { type: 'theme', language: 'de_DE', version: '1' } as const
    site.translations = [
      { ...offer, slug: 'a', name: 'A' },
      { ...offer, slug: 'b', name: 'B' },
    ]
    site.onUpdate('b', 'download-failure')
    expect((await call(site.url, 'upgradetranslation', { list: 'a,b' })).payload.upgrades).toEqual({ a: true, b: true })
    expect((await call(site.url, 'upgradetranslation', { list: 'b' })).payload.upgrades).toEqual({ b: false })
  })

  it('are unknown after a run until the site requests other updates', async () => {
    const offer = { language: 'de_DE', version: '1', name: 'A' } as const
    site.translations = [
      { ...offer, type: 'plugin', slug: 'a' },
      { ...offer, type: 'plugin', slug: 'p' },
      { ...offer, type: 'theme', slug: 't' },
    ]
    const only = (...keys: string[]) => {
      const checks = ['wp_updates', 'plugin_updates', 'theme_updates']
      return JSON.stringify(Object.fromEntries(checks.map((key) => [key, keys.includes(key) ? 1 : 0])))
    }
    await call(site.url, 'upgradetranslation', { list: 'a', syncdata: only() })
    const known = async (keys: string[]) => {
      const { payload } = await call(site.url, 'stats', { syncdata: only(...keys) })
      return payload.translation_updates.map(({ slug }: { slug: string }) => slug)
    }
    expect(await known([])).toEqual([])
    expect(await known(['plugin_updates'])).toEqual(['p'])
    expect(await known(['theme_updates'])).toEqual(['p', 't'])
    expect(await known([])).toEqual(['p', 't'])
  })
})
