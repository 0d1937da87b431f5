import { describe, expect, it } from 'vitest'
import type { SiteSnapshot } from '../../platform/connector/snapshot/snapshot.ts'
import type { Plugin } from '../../platform/connector/snapshot/software.ts'
import type { SoftwareUpdate } from '../../platform/connector/snapshot/updates.ts'
import { availableUpdates } from './available-updates.ts'

const empty: SiteSnapshot = {
  takenAt: new Date('2026-11-15'),
  connectorVersion: '6.1',
  wordpressVersion: '6.8',
  siteUrl: '',
  managedByHost: false,
  problems: [],
}
const plugin = (slug: string, version: string | null, active = true): Plugin => {
  return { slug, name: slug, version, active, description: '', mustUse: false, isConnector: false }
}
const offer = (slug: string, version: string | null, newVersion: string): SoftwareUpdate => ({
  slug,
  name: slug,
  version,
  newVersion,
  active: true,
  premium: false,
  hasPackage: true,
  requiresWordPress: '6.0',
  requiresPhp: '7.4',
  testedWith: null,
  fitsWordPress: true,
  fitsPhp: null,
  url: 'https://example.com/',
})
const known = availableUpdates(
  {
    ...empty,
    coreUpdate: '6.9',
    pluginUpdates: [offer('a/a.php', '1.0', '1.1')],
    themeUpdates: [offer('t', '2.0', '3.0')],
    translationUpdates: [{ type: 'plugin', slug: 'a', language: 'de_DE', name: 'A', version: '1.0' }],
  },
  [],
)
const after = (snapshot: Partial<SiteSnapshot>) =>
  availableUpdates({ ...empty, ...snapshot }, known).map(({ type, slug, new_version }) => [type, slug, new_version])

describe('available updates', () => {
  it('have an entry for WordPress, every plugin, theme and translation', () => {
    expect(known).toMatchObject([
      { type: 'core', slug: 'wordpress', name: 'WordPress', current_version: '6.8', new_version: '6.9' },
      { type: 'plugin', slug: 'a/a.php', current_version: '1.0', new_version: '1.1', requires_php: '7.4' },
      { type: 'theme', slug: 't', new_version: '3.0' },
      {
        type: 'translation',
        slug: 'a',
        translates: 'plugin',
        language: 'de_DE',
        current_version: '',
        new_version: '1.0',
      },
    ])
  })

  it('stay when a snapshot does not contain them', () => {
    expect(after({})).toEqual([
      ['core', 'wordpress', '6.9'],
      ['plugin', 'a/a.php', '1.1'],
      ['theme', 't', '3.0'],
      ['translation', 'a', '1.0'],
    ])
  })

  it('disappear when the site reports none', () => {
    expect(after({ coreUpdate: null, pluginUpdates: [], themeUpdates: [], translationUpdates: [] })).toEqual([])
  })

  it.each([
    ['the site has it', { plugins: [plugin('a/a.php', '1.1')] }],
    ['the site has something newer', { plugins: [plugin('a/a.php', '1.10')] }],
    ['the plugin is gone', { plugins: [] }],
  ])('disappear when %s, before the next sync', (_, snapshot) => {
    expect(after(snapshot).map(([type]) => type)).toEqual(['core', 'theme', 'translation'])
  })

  it('have the state of the installed plugin', () => {
    const [, update] = availableUpdates({ ...empty, plugins: [plugin('a/a.php', '1.0.5', false)] }, known)
    expect(update).toMatchObject({ slug: 'a/a.php', current_version: '1.0.5', new_version: '1.1', active: false })
  })

  it('stay when the site does not report the installed version', () => {
    expect(after({ plugins: [plugin('a/a.php', null)] })).toContainEqual(['plugin', 'a/a.php', '1.1'])
  })

  it('leave out a WordPress version that is already installed', () => {
    expect(after({ wordpressVersion: '6.9' }).map(([type]) => type)).not.toContain('core')
    expect(after({ coreUpdate: '6.7.9' }).map(([type]) => type)).not.toContain('core')
  })
})
