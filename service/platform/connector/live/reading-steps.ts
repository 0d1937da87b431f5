import { startCursor } from '../snapshot/changes.ts'
import { snapshotParts } from '../snapshot/snapshot.ts'
import { expect, expectRefusal, Skipped, type Step } from './suite.ts'

const sameSlugs = (one: { slug: string }[], other: { slug: string }[]) =>
  JSON.stringify(one.map(({ slug }) => slug).sort()) === JSON.stringify(other.map(({ slug }) => slug).sort())

/** Steps that only read, or are refused before a change. */
export const readingSteps: Step[] = [
  {
    name: 'ping',
    async run({ connector, site }) {
      const { tookMs } = await connector.ping(site)
      return `${tookMs.toFixed(0)} ms`
    },
  },
  {
    name: 'a foreign key is refused',
    async run({ connector, site }) {
      const { privateKeyPem } = await connector.prepareKey()
      await expectRefusal(
        connector.ping({ ...site, key: { id: 'foreign', open: () => privateKeyPem } }),
        'svc_key_refused',
      )
      return ''
    },
  },
  {
    name: 'an unknown administrator is refused',
    async run({ connector, site }) {
      await expectRefusal(connector.readSite({ ...site, admin: 'unknown-user' }, { parts: [] }), 'svc_admin_unknown')
      return ''
    },
  },
  {
    name: 'read everything',
    async run(live) {
      const snapshot = await live.connector.readSite(live.site, { parts: snapshotParts })
      live.snapshot = snapshot
      const missing = snapshotParts.filter((part) => snapshot[part] === undefined && part !== 'lastBackupAt')
      expect(missing.length === 0, `these parts did not come: ${missing.join(', ')}`)
      expect(snapshot.problems.length === 0, `problems: ${JSON.stringify(snapshot.problems)}`)
      expect(
        snapshot.plugins?.some(({ isConnector }) => isConnector),
        'the connector is not among the plugins',
      )
      expect(
        snapshot.users?.some(({ login }) => login === live.site.admin),
        'our administrator is not among the users',
      )
      return `WordPress ${snapshot.wordpressVersion}, connector ${snapshot.connectorVersion}, ${snapshot.plugins?.length} plugins, ${snapshot.themes?.length} themes, ${snapshot.users?.length} users`
    },
  },
  {
    name: 'read only the selected parts',
    async run({ connector, site }) {
      const snapshot = await connector.readSite(site, { parts: ['themes'] })
      expect(snapshot.themes !== undefined, 'the themes did not come')
      const extra = snapshotParts.filter(
        (part) => snapshot[part] !== undefined && part !== 'themes' && !part.startsWith('abandoned'),
      )
      expect(extra.length === 0, `these parts came unasked: ${extra.join(', ')}`)
      return ''
    },
  },
  {
    name: 'list plugins and themes',
    async run({ connector, site, snapshot }) {
      const [plugins, themes] = [await connector.listPlugins(site), await connector.listThemes(site)]
      expect(sameSlugs(plugins, snapshot?.plugins ?? []), 'the list of plugins differs from the one in the sync')
      expect(sameSlugs(themes, snapshot?.themes ?? []), 'the list of themes differs from the one in the sync')
      return `${plugins.length} and ${themes.length}`
    },
  },
  {
    name: 'list posts, pages, comments',
    async run({ connector, site }) {
      const statuses = ['publish', 'draft'] as const
      const posts = await connector.listPosts(site, { type: 'post', statuses })
      const pages = await connector.listPosts(site, { type: 'page', statuses })
      const comments = await connector.listComments(site, { statuses: ['approved', 'pending'] })
      expect(
        pages.every(({ type }) => type === 'page'),
        'there are posts among the pages',
      )
      expect(
        comments.every(({ authorEmail }) => !authorEmail.includes('&#')),
        'an e-mail address was not decoded',
      )
      return `${posts.length}, ${pages.length}, ${comments.length}`
    },
  },
  {
    name: 'list and search users',
    async run({ connector, site }) {
      const administrators = await connector.listUsers(site, ['administrator'])
      const own = administrators.find(({ login }) => login === site.admin)
      expect(own, 'our administrator is not listed')
      const found = await connector.searchUsers(site, { text: String(own.id), in: ['ID'] })
      expect(found.length === 1 && found[0]?.login === site.admin, 'the search by id did not find exactly him')
      return `${administrators.length} administrators`
    },
  },
  {
    name: 'security',
    async run({ connector, site }) {
      const { checks, issues } = await connector.readSecurity(site)
      expect(checks.length >= 8, `only ${checks.length} checks`)
      return `${issues} issues in ${checks.length} checks`
    },
  },
  {
    name: 'change streams and their cursor',
    async run({ connector, site }) {
      const first = await connector.readChanges(site, startCursor)
      const again = await connector.readChanges(site, first.next)
      const known = new Set(first.log?.map(({ key }) => key))
      const fresh = again.log?.filter(({ key }) => !known.has(key)) ?? []
      expect(fresh.length <= 5, `${fresh.length} rows came with other keys at the second reading`)
      expect(!/verified_registers/.test(JSON.stringify([first, again])), 'a token was not filtered out')
      return `${first.actions.length} actions, ${first.log?.length ?? 0} rows`
    },
  },
  {
    name: 'what does not exist is an error',
    async run({ connector, site }) {
      const { items } = await connector.deactivatePlugins(site, ['flotilla-absent/absent.php'])
      expect(
        items[0]?.code === 'svc_not_installed',
        `deactivating an absent plugin: ${items[0]?.code ?? items[0]?.outcome}`,
      )
      const updated = await connector.updatePlugins(site, [{ slug: 'flotilla-absent/absent.php', version: '1.0' }])
      expect(
        updated.items[0]?.code === 'svc_not_installed',
        `updating an absent plugin: ${updated.items[0]?.code ?? updated.items[0]?.outcome}`,
      )
      await expectRefusal(connector.activateTheme(site, 'flotilla-absent'), 'svc_theme_not_found')
      await expectRefusal(connector.movePost(site, { id: 999_999_999, type: 'post' }, 'trash'), 'svc_not_found_on_site')
      await expectRefusal(connector.moderateComment(site, { id: 999_999_999 }, 'approve'), 'svc_not_found_on_site')
      return ''
    },
  },
  {
    name: 'title',
    async run({ connector, site }) {
      const title = await connector.readTitle(site)
      expect(title !== '', 'the site has no title, or no published post or page')
      return title
    },
  },
  {
    name: 'site icon',
    run: async ({ connector, site }) => (await connector.siteIcon(site)) ?? 'none',
  },
  {
    name: 'abandoned software',
    async run({ connector, site }) {
      const plugins = await connector.checkAbandoned(site, 'plugin')
      const themes = await connector.checkAbandoned(site, 'theme')
      if (plugins.length + themes.length === 0) throw new Skipped('the site knows of none')
      return [...plugins, ...themes].map(({ slug }) => slug).join(', ')
    },
  },
]
