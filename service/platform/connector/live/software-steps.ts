import type { ItemOutcome } from '../outcomes.ts'
import type { Package } from '../parts/install.ts'
import { expect, expectRefusal, type Live, Skipped, type Step } from './suite.ts'

const expectDone = ([item]: ItemOutcome[], otherwise: string) =>
  expect(item?.outcome === 'done', item?.message ?? otherwise)

export const softwareSteps: Step[] = [
  {
    name: 'a plugin: activate, deactivate',
    changes: true,
    async run({ connector, site }) {
      const idle = (await connector.listPlugins(site)).filter(({ active, mustUse }) => !active && !mustUse)
      for (const { slug, name } of idle) {
        const { items } = await connector.activatePlugins(site, [slug])
        // A plugin that breaks on activation is a fault of the plugin; the next one may work.
        if (items[0]?.code === 'svc_activation_failed') continue
        expectDone(items, 'not activated')
        expectDone((await connector.deactivatePlugins(site, [slug])).items, 'not deactivated')
        return name
      }
      throw new Skipped(idle.length === 0 ? 'every plugin is active' : 'no inactive plugin could be activated')
    },
  },
  {
    name: 'the connector itself stays',
    changes: true,
    async run({ connector, site }) {
      const own = (await connector.listPlugins(site)).find(({ isConnector }) => isConnector)
      expect(own, 'the connector is not among the plugins')
      const { items } = await connector.deactivatePlugins(site, [own.slug])
      expect(items[0]?.code === 'svc_is_connector', `deactivating it: ${items[0]?.code ?? items[0]?.outcome}`)
      return own.slug
    },
  },
  {
    name: 'a theme: activate another, and back',
    changes: true,
    async run({ connector, site }) {
      const themes = await connector.listThemes(site)
      const [active, other] = [themes.find((theme) => theme.active), themes.find((theme) => !theme.active)]
      if (!active || !other) throw new Skipped('there is only one theme')
      const there = await connector.activateTheme(site, other.slug)
      const back = await connector.activateTheme(site, active.slug)
      expectDone(there.items, 'not activated')
      expectDone(back.items, 'not activated again')
      const refused = await connector.deleteThemes(site, [active.slug])
      expect(refused.items[0]?.code === 'svc_theme_active', 'deleting the active theme was not refused')
      return `${active.slug}, ${other.slug}`
    },
  },
  {
    name: 'install a plugin, again, over it, delete it active',
    changes: true,
    async run(live) {
      const { connector, site, options } = live
      if (!options.package) throw new Skipped('needs --package')
      const { slug, version } = await installTwice(live, { type: 'plugin', url: options.package })
      const over = await connector.install(site, {
        type: 'plugin',
        url: options.package,
        overwrite: true,
        activate: true,
      })
      expect(over.outcome === 'done' && over.active, over.message ?? 'not installed over itself and activated')
      expectDone((await connector.deletePlugins(site, [slug])).items, 'not deleted')
      return `${slug} ${version}`
    },
  },
  {
    name: 'install a theme, again, delete it',
    changes: true,
    async run(live) {
      const { connector, site, options } = live
      if (!options.themePackage) throw new Skipped('needs --theme-package')
      const { slug, version } = await installTwice(live, { type: 'theme', url: options.themePackage })
      expectDone((await connector.deleteThemes(site, [slug])).items, 'not deleted')
      const { items } = await connector.deleteThemes(site, [slug])
      expect(items[0]?.code === 'svc_not_installed', `deleting it again: ${items[0]?.code ?? items[0]?.outcome}`)
      await expectRefusal(connector.activateTheme(site, slug), 'svc_theme_not_found')
      return `${slug} ${version}`
    },
  },
  {
    name: 'what cannot be installed fails',
    changes: true,
    async run({ connector, site }) {
      const absent = new URL('flotilla-absent.zip', site.url.endsWith('/') ? site.url : `${site.url}/`).href
      const nothing = await connector.install(site, { type: 'plugin', url: absent })
      expect(nothing.outcome === 'failed', `installing an absent file was ${nothing.outcome}`)
      return nothing.message?.slice(0, 90) ?? ''
    },
  },
]

async function installTwice({ connector, site }: Live, item: Package) {
  const installed = await connector.install(site, item)
  expect(installed.outcome === 'done' && installed.slug, installed.message ?? 'not installed')
  const again = await connector.install(site, item)
  expect(again.outcome === 'failed', `installing it again was ${again.outcome}`)
  return { slug: installed.slug, version: installed.version }
}
