import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFleet, type TestFleet } from '../testing/fleet.ts'

describe('themes of a site', () => {
  let world: TestFleet
  beforeAll(async () => {
    world = await openFleet()
  })
  afterAll(() => world.close())
  beforeEach(() => {
    const { child } = world.next()
    child.addTheme({ slug: 'calm', name: 'Calm', version: '1.0' })
    child.addTheme({ slug: 'calm-child', name: 'Calm Child', version: '1.1', parent: 'calm' })
  })

  it('are listed', async () => {
    const themes = await world.connector.listThemes(world.here().site)
    expect(themes).toContainEqual(
      expect.objectContaining({ slug: 'calm', name: 'Calm', version: '1.0', active: false }),
    )
    expect(themes.filter(({ active }) => active)).toHaveLength(1)
  })

  it('are activated', async () => {
    const { child, site } = world.here()
    expect((await world.connector.activateTheme(site, 'calm')).items).toMatchObject([{ slug: 'calm', outcome: 'done' }])
    expect(child.activeTheme).toBe('calm')
    expect((await world.connector.activateTheme(site, 'calm')).items).toMatchObject([{ outcome: 'done' }])
    expect(child.counts.theme_action).toBe(1)
  })

  it('that the site does not have are refused before anything is changed', async () => {
    const { child, site } = world.here()
    const before = child.activeTheme
    await expect(world.connector.activateTheme(site, 'absent')).rejects.toMatchObject({
      code: 'svc_theme_not_found',
      kind: 'not-sent',
    })
    await expect(world.connector.activateTheme(site, '../calm')).rejects.toMatchObject({ code: 'svc_invalid_slug' })
    expect(child.counts.theme_action).toBeUndefined()
    expect(child.activeTheme).toBe(before)
  })

  it('are deleted, unless they are in use or absent', async () => {
    const { child, site } = world.here()
    await world.connector.activateTheme(site, 'calm-child')
    child.addTheme({ slug: 'loud', name: 'Loud', version: '1.0' })
    const { items } = await world.connector.deleteThemes(site, ['calm-child', 'loud', 'absent'])
    expect(items).toMatchObject([
      { slug: 'calm-child', outcome: 'failed', code: 'svc_theme_active' },
      { slug: 'loud', outcome: 'done' },
      { slug: 'absent', outcome: 'failed', code: 'svc_not_installed' },
    ])
    const parent = await world.connector.deleteThemes(site, ['calm'])
    expect(parent.items).toMatchObject([{ code: 'svc_theme_active', message: expect.stringContaining('parent') }])
    expect(child.theme('calm')).toBeDefined()
  })

  it('are verified as activated when the answer was lost, and not when it was a lie', async () => {
    const { child, site } = world.here()
    child.setFault('http-500-after', { on: 'theme_action', times: 1 })
    expect((await world.connector.activateTheme(site, 'calm')).items).toMatchObject([{ outcome: 'done' }])
    child.setFault('false-success', { on: 'theme_action', times: 1 })
    expect((await world.connector.activateTheme(site, 'calm-child')).items).toMatchObject([{ outcome: 'failed' }])
  })
})
