import { describe, expect, it } from 'vitest'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import { mayHideUpdates } from './premium-updates.ts'

const plugin = (slug: string, name: string, active = true) => ({ slug, name, active })
const hides = (plugins: object[], pluginUpdates: object[] = []) =>
  mayHideUpdates({ plugins, pluginUpdates } as Pick<SiteSnapshot, 'plugins' | 'pluginUpdates'>)

describe('a site may hide updates', () => {
  it.each([
    ['maps-pro/maps.php', 'Maps'],
    ['maps/maps.php', 'Maps PRO'],
    ['maps_premium/maps.php', 'Maps'],
    ['wp-rocket/wp-rocket.php', 'WP Rocket'],
  ])('when it runs %s, %s', (slug, name) => expect(hides([plugin(slug, name)])).toBe(true))

  it.each([
    ['profile-builder/index.php', 'Profile Builder'],
    ['improve/improve.php', 'Improve'],
  ])('but not with %s', (slug, name) => expect(hides([plugin(slug, name)])).toBe(false))

  it('but not when the plugin is inactive or its update is known', () => {
    expect(hides([plugin('maps-pro/maps.php', 'Maps', false)])).toBe(false)
    expect(hides([plugin('maps-pro/maps.php', 'Maps')], [{ slug: 'maps-pro/maps.php' }])).toBe(false)
  })
})
