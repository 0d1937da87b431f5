import { decodeHTMLStrict } from 'entities'
import { expect, type Live, Skipped, type Step } from './suite.ts'

/** A person signed in by our login link: the changes of that person must appear in both change streams. */
export const byHandSteps: Step[] = [
  {
    name: 'login link',
    async run({ connector, site, browse }) {
      const { status, location } = await browse(await connector.adminLoginLink(site, { page: 'plugins.php' }))
      expect(
        status === 302 && location.includes('wp-admin/plugins.php'),
        `answered ${status} instead of leading to plugins.php`,
      )
      return ''
    },
  },
  {
    name: 'changes by hand come through both streams',
    changes: true,
    async run(live) {
      const { connector, site } = live
      const idle = (await connector.listPlugins(site)).find(({ active, mustUse }) => !active && !mustUse)
      if (!idle) throw new Skipped('every plugin is active')
      const before = await connector.readChanges(site, { actionsAfter: null, logAfter: null })
      // The site compares rounded times, so the last action may be repeated; its key identifies it.
      const known = new Set(before.actions.map(({ key }) => key))
      await press(live, 'activate', idle.slug)
      await press(live, 'deactivate', idle.slug)
      // Connectors before 6.0 have no log of their own.
      const keepsLog = (await connector.readSite(site, { parts: ['changes'] })).changes?.log !== undefined
      const { log = [], actions, next } = await connector.readChanges(site, before.next)
      expect(
        !keepsLog || log.some(({ typeId, context }) => typeId === 1461 && context === 'plugin'),
        'the activation is not in the log',
      )
      const deactivated = actions.filter(
        ({ key, itemSlug, action }) => !known.has(key) && itemSlug === idle.slug && action === 'deactivated',
      )
      expect(deactivated.length === 1, `${deactivated.length} deactivations among the actions`)
      const later = await connector.readChanges(site, next)
      for (const { key } of actions) known.add(key)
      expect(
        later.actions.every(({ key }) => known.has(key)),
        'an action came again under another key',
      )
      return `${idle.slug}: ${keepsLog ? log.length : 'no'} rows, ${actions.length} actions`
    },
  },
]

/** Opens the plugins page as the administrator and follows the link of the action. */
async function press(
  { connector, site, browse }: Live,
  action: 'activate' | 'deactivate',
  slug: string,
): Promise<void> {
  const entered = await browse(await connector.adminLoginLink(site, { page: 'plugins.php' }))
  const page = await browse(new URL(entered.location, site.url).href)
  const links = [...page.body.matchAll(/href="(plugins\.php\?[^"]+)"/g)].map((match) =>
    decodeHTMLStrict(match[1] ?? ''),
  )
  const link = links.find((href) => {
    const query = new URL(href, site.url).searchParams
    return query.get('action') === action && query.get('plugin') === slug
  })
  if (!link) throw new Skipped(`the page of plugins (${page.status}) has no link to ${action} ${slug}`)
  const { status } = await browse(new URL(link, new URL(entered.location, site.url)).href)
  expect(status === 302, `the link to ${action} ${slug} answered ${status}`)
}
