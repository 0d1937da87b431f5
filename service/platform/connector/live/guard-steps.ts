import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { strToU8, zipSync } from 'fflate'
import { expect, type Live, Skipped, type Step } from './suite.ts'

const plugin = 'flotilla-live/flotilla-live.php'
const theme = 'flotilla-live-theme'

const pluginRelease = (version: string, code = '') => ({
  'flotilla-live/flotilla-live.php': `<?php\n/**\n * Plugin Name: Flotilla live\n * Version: ${version}\n * Author: Flotilla\n */\n${code}\n`,
  'flotilla-live/inc/more.php': '<?php // More.\n',
})
const themeRelease = (version: string, code = '') => ({
  [`${theme}/style.css`]: `/*\nTheme Name: Flotilla live\nVersion: ${version}\nAuthor: Flotilla\n*/`,
  [`${theme}/functions.php`]: `<?php\n${code}\n`,
  [`${theme}/index.php`]: '<?php echo "flotilla live theme";',
})

/** Packages by file name, as a directory of plugins and themes has them. */
const packages: Record<string, Record<string, string>> = {
  'flotilla-live.0.9.zip': pluginRelease('0.9'),
  'flotilla-live.1.0.zip': pluginRelease('1.0'),
  'flotilla-live.1.1.zip': pluginRelease('1.1', 'flotilla_live_missing_function();'),
  'flotilla-live.1.2.zip': pluginRelease('1.2', "add_action( 'template_redirect', function () { exit; } );"),
  'flotilla-live.1.3.zip': pluginRelease('1.3', "if ( isset( $_GET['crash'] ) ) { flotilla_live_missing_function(); }"),
  'flotilla-live.1.4.zip': pluginRelease('1.4', 'if ( is_admin() ) { flotilla_live_missing_function(); }'),
  'flotilla-live-theme.1.0.zip': themeRelease('1.0'),
  'flotilla-live-theme.1.1.zip': themeRelease('1.1', 'flotilla_live_missing_function();'),
}

/** Runs the work while the packages are served at the address that the site can reach. */
async function withPackages<T>(
  { options }: Live,
  work: (packageUrl: (file: string) => string) => Promise<T>,
): Promise<T> {
  if (!options.servePackages) throw new Skipped('needs --serve-packages')
  const { hostname, port } = new URL(`http://${options.servePackages}`)
  const server: Server = createServer((request, response) => {
    const files = packages[(request.url ?? '').slice(1)]
    if (!files) return void response.writeHead(404).end()
    const content = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
    response.writeHead(200, { 'content-type': 'application/zip' }).end(content)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(Number(port), hostname, resolve))
  try {
    return await work((file) => `http://${options.servePackages}/${file}`)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

interface Item {
  type: 'plugin' | 'theme'
  slug: string
  /** Of the package files. */
  name: string
}
const pluginItem: Item = { type: 'plugin', slug: plugin, name: 'flotilla-live' }
const themeItem: Item = { type: 'theme', slug: theme, name: theme }

async function versionOf({ connector, site }: Live, { type, slug }: Item): Promise<string | null> {
  const list: { slug: string; version: string | null }[] = await (type === 'plugin'
    ? connector.listPlugins(site)
    : connector.listThemes(site))
  return list.find((each) => each.slug === slug)?.version ?? null
}

async function install({ connector, site }: Live, { type }: Item, url: string, version: string): Promise<void> {
  const { outcome, message } = await connector.install(site, {
    type,
    url,
    overwrite: true,
    activate: type === 'plugin',
  })
  expect(outcome === 'done', message ?? `version ${version} was not installed`)
}

/** Arms a guard for the healthy version and returns its id. */
async function arm({ connector, site }: Live, { type, slug }: Item): Promise<{ id: string; token: string }> {
  const [id, token] = [randomBytes(16).toString('hex'), randomBytes(32).toString('hex')]
  const guard = { id, type, slug, version: '1.0', vulnerable: false }
  const [report] = await connector.armGuards(site, [guard], { token, seconds: 600 })
  expect(report?.state === 'armed', `not armed: ${report?.reason} ${report?.message}`)
  return { id, token }
}

/** Visits until the page is healthy; returns the statuses. */
async function visitUntilHealthy({ browse, site }: Live, address = site.url, healthy = 200): Promise<number[]> {
  const statuses: number[] = []
  for (let visit = 0; visit < 40; visit++) {
    const { status } = await browse(`${address}?flotilla-check=${visit}`)
    statuses.push(status)
    if (status === healthy) return statuses
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`not healthy after ${statuses.length} visits: ${statuses.join(' ')}`)
}

async function removeGuard({ connector, site }: Live, id: string): Promise<void> {
  const [gone] = await connector.disarmGuards(site, [id])
  expect(gone?.state === 'absent', `the guard is still there: ${gone?.state}`)
  const left = await connector.sweepGuards(site, [])
  expect(left === 0, `${left} files were left`)
}

/** Installs a release that is fatal at load, and expects the guard to put 1.0 back. */
async function heal(live: Live, item: Item, url: string, { admin = false } = {}): Promise<string> {
  const { connector, site } = live
  const { id } = await arm(live, item)
  // The connector reads the site after the installation: that is a visit, too.
  await connector.install(site, { type: item.type, url, overwrite: true })
  const ajax = new URL('wp-admin/admin-ajax.php', site.url).href
  const statuses = await (admin ? visitUntilHealthy(live, ajax, 400) : visitUntilHealthy(live))
  const [note] = await connector.readGuards(site, [id])
  expect(note?.state === 'restored', `the guard is ${note?.state}: ${note?.message}`)
  expect((await versionOf(live, item)) === '1.0', 'the old version is not back')
  const { culprit } = note
  expect(culprit?.message.includes('flotilla_live_missing_function'), `culprit: ${culprit?.message}`)
  await removeGuard(live, id)
  return `visits ${statuses.join(' ')}; ${culprit?.file}:${culprit?.line}`
}

export const guardSteps: Step[] = [
  {
    name: 'guard: install the plugin of this suite',
    changes: true,
    run: (live) =>
      withPackages(live, async (url) => {
        await install(live, pluginItem, url('flotilla-live.1.0.zip'), '1.0')
        const [headers] = await live.connector.inspectSoftware(live.site, [pluginItem])
        expect(
          headers?.name === 'Flotilla live' && headers.author === 'Flotilla',
          `headers: ${JSON.stringify(headers)}`,
        )
        return `${headers.name} ${headers.version} by ${headers.author}`
      }),
  },
  {
    name: 'guard: a plugin that is fatal when it loads',
    changes: true,
    run: (live) => withPackages(live, (url) => heal(live, pluginItem, url('flotilla-live.1.1.zip'))),
  },
  {
    name: 'guard: a plugin that is fatal in the administration',
    changes: true,
    run: (live) => withPackages(live, (url) => heal(live, pluginItem, url('flotilla-live.1.4.zip'), { admin: true })),
  },
  {
    name: 'guard: a theme that is fatal when it loads',
    changes: true,
    run: (live) =>
      withPackages(live, async (url) => {
        const { connector, site } = live
        const before = (await connector.listThemes(site)).find(({ active }) => active)
        await install(live, themeItem, url('flotilla-live-theme.1.0.zip'), '1.0')
        await connector.activateTheme(site, theme)
        const note = await heal(live, themeItem, url('flotilla-live-theme.1.1.zip'))
        if (before) await connector.activateTheme(site, before.slug)
        await connector.deleteThemes(site, [theme])
        return note
      }),
  },
  {
    name: 'guard: a blank page is rolled back by us',
    changes: true,
    run: (live) =>
      withPackages(live, async (url) => {
        const { connector, site, browse } = live
        const { id } = await arm(live, pluginItem)
        await install(live, pluginItem, url('flotilla-live.1.2.zip'), '1.2')
        const blank = await browse(`${site.url}?flotilla-check=blank`)
        expect(blank.body === '', 'the page is not blank')
        const [report] = await connector.restoreGuarded(site, [id])
        expect(report?.state === 'restored', `not restored: ${report?.message}`)
        expect((await browse(`${site.url}?flotilla-check=after`)).body !== '', 'the page is still blank')
        await removeGuard(live, id)
        return `back to ${report.version}`
      }),
  },
  {
    name: 'guard: a fatal error of one request is ignored',
    changes: true,
    run: (live) =>
      withPackages(live, async (url) => {
        const { connector, site, browse } = live
        const { id } = await arm(live, pluginItem)
        await install(live, pluginItem, url('flotilla-live.1.3.zip'), '1.3')
        for (let visit = 0; visit < 4; visit++)
          expect((await browse(`${site.url}?crash=${visit}`)).status === 500, 'the request did not crash')
        const [note] = await connector.readGuards(site, [id])
        expect(note?.state === 'armed' && note.version === '1.3', `the guard is ${note?.state} at ${note?.version}`)
        await removeGuard(live, id)
        return 'still 1.3'
      }),
  },
  {
    name: 'an exact version from a directory server, older than the installed one',
    changes: true,
    run: (live) =>
      withPackages(live, async (url) => {
        await install(live, pluginItem, url('flotilla-live.0.9.zip'), '0.9')
        expect((await versionOf(live, pluginItem)) === '0.9', 'the version is not 0.9')
        await live.connector.deletePlugins(live.site, [plugin])
        return '0.9, then deleted'
      }),
  },
]
