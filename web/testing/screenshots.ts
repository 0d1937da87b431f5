// `npm run screenshots -- <folder> [page…]`: takes every page in light and dark, on a large, a small and a phone screen, against a demo fleet started for it.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { freePort } from '../../service/testing/free-port.ts'
import { watchSettling } from './watch-settling.ts'

const pages: Record<string, string> = {
  today: '/today',
  overview: '/',
  sites: '/sites',
  'sites-updates': '/sites?attention=updates',
  'add-site': '/sites/add',
  'import-sites': '/sites/import',
  site: '/sites/1',
  'site-updates': '/sites/1/updates',
  'site-update-history': '/sites/3/updates?view=history',
  'site-plugins': '/sites/1/plugins',
  'site-monitor': '/sites/1/monitor',
  'site-security': '/sites/1/security',
  'site-connection': '/sites/1/connection',
  'site-network': '/sites/7',
  updates: '/updates',
  'updates-sites': '/updates?view=sites',
  'updates-clients': '/updates?view=clients',
  'updates-history': '/updates?view=history',
  'update-item': '/updates/item?type=plugin&slug=woocommerce/woocommerce.php',
  'update-site': '/updates/site/1',
  rollouts: '/rollouts',
  rollout: '/rollouts/1',
  'update-policies': '/update-policies',
  security: '/security',
  vulnerability: '/security/vulnerabilities/1',
  emergency: '/security/emergency?search=horizon',
  'emergency-software': '/security/emergency?type=plugin&slug=easy-opening-hours',
  'unsupported-versions': '/security/versions',
  'closed-software': '/security/closed',
  packages: '/packages',
  plugins: '/plugins',
  plugin: '/plugins/item?slug=woocommerce/woocommerce.php',
  themes: '/themes',
  jobs: '/jobs',
  job: '/jobs/1',
  'update-run': '/updates/run/3',
  monitors: '/monitors',
  monitor: '/monitors/1',
  incidents: '/monitors?view=incidents',
  incident: '/incidents/1',
  maintenance: '/maintenance',
  certificates: '/certificates',
  domains: '/domains',
  performance: '/performance',
  'site-performance': '/performance/1',
  changes: '/changes',
  clients: '/clients',
  client: '/clients/1',
  'import-clients': '/clients/import',
  tags: '/tags',
  costs: '/costs',
  renewals: '/costs?view=renewals',
  'costs-by-client': '/costs?view=clients',
  'import-costs': '/costs/import',
  posts: '/posts',
  comments: '/comments',
  'new-post': '/posts/new',
  'site-users': '/site-users',
  'import-site-users': '/site-users/import',
  audit: '/audit',
  'time-tracker': '/time-tracker',
  reports: '/reports?client=1',
  'report-branding': '/reports?view=branding',
  notifications: '/notifications',
  'notification-channels': '/notifications/channels',
  'former-webhooks': '/notifications/webhooks',
  webhooks: '/webhooks',
  'service-backups': '/service-backups',
  webhook: '/webhooks/1',
  approvals: '/approvals?show=all',
  connect: '/connect',
  settings: '/settings',
  'settings-updates': '/settings/updates',
  'settings-monitoring': '/settings/monitoring',
  'settings-notifications': '/settings/notifications',
  'settings-reports': '/settings/reports',
  'settings-advanced': '/settings/advanced',
  'settings-time-tracker': '/settings/time-tracker',
  'settings-vulnerabilities': '/settings/vulnerabilities',
  'settings-tools': '/settings/tools',
  access: '/access',
  keys: '/access/keys',
  account: '/account',
  'move-in': '/move-in',
  'move-in-upload': '/move-in/upload',
  'move-in-import': '/move-in/import',
  leave: '/move-in/leave',
  modules: '/modules',
  docs: '/docs',
}

/** What is opened on a page, step by step: the button, entry of a menu or box to click, or the keys to press and the text to type. */
type Step = RegExp | { press: string } | { type: string }
interface Opened {
  path: string
  steps: readonly Step[]
  /** Nothing opens over the page: a selection, or a menu. */
  opensNoDialog?: true
}

const dialogs: Record<string, Opened> = {
  'rollout-plan': {
    path: '/updates/item?type=plugin&slug=woocommerce/woocommerce.php',
    steps: [/^Update on/, /^Roll out in waves$/],
  },
  'update-evidence': { path: '/updates?view=history', steps: [/^Show the checks of/] },
  'rollout-evidence': { path: '/rollouts/1?state=rolled_back', steps: [/^Show checks$/] },
  'rollout-roll-back': { path: '/rollouts/1', steps: [/^Roll back all/] },
  'update-policy': { path: '/update-policies', steps: [/^Add policy$/] },
  'client-archive': { path: '/clients/1', steps: [/^More for/, /^Export all data$/] },
  'client-erasure': { path: '/clients/1', steps: [/^More for/, /^Erase all data$/] },
  'client-delete': { path: '/clients/1', steps: [/^Delete$/] },
  'client-branding': { path: '/clients/1', steps: [/^Branding and language$/] },
  bulk: { path: '/sites', steps: [/^Select Albrecht/, /^Select Ashby/, /^Suspend$/] },
  'bulk-bar': { path: '/sites', steps: [/^Select Albrecht/, /^Select Ashby/], opensNoDialog: true },
  'bulk-more': {
    path: '/sites',
    steps: [/^Select Albrecht/, /^Select Ashby/, /^More actions$/],
    opensNoDialog: true,
  },
  'monitor-settings': {
    path: '/sites',
    steps: [/^Select Albrecht/, /^Select Ashby/, /^More actions$/, /^Change monitor settings$/],
  },
  'save-view': { path: '/sites?attention=updates', steps: [/^Save view$/] },
  'plugin-selected': {
    path: '/plugins/item?slug=woocommerce/woocommerce.php',
    steps: [/^Select Albrecht/, /^Select Ashby/],
    opensNoDialog: true,
  },
  'plugin-deactivate': {
    path: '/plugins/item?slug=woocommerce/woocommerce.php',
    steps: [/^Select Albrecht/, /^Select Ashby/, /^Deactivate$/],
  },
  'plugin-install': { path: '/plugins', steps: [/^Install a plugin$/] },
  'plugin-install-more': {
    path: '/plugins/item?slug=woocommerce/woocommerce.php',
    steps: [/^Install on more sites$/],
  },
  'update-ignore': { path: '/sites/1/updates', steps: [/^Select (?!all)/, /^Ignore$/] },
  'update-notes': { path: '/sites/1/updates', steps: [/^Changes of/] },
  'site-actions': { path: '/sites/1', steps: [/^More for/], opensNoDialog: true },
  'table-export': { path: '/clients', steps: [/^Export \d+ rows$/], opensNoDialog: true },
  palette: { path: '/', steps: [{ press: 'Control+k' }, { type: 'update woo' }] },
  shortcuts: { path: '/sites', steps: [{ press: '?' }] },
}

const modes = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  small: { viewport: { width: 1024, height: 768 }, colorScheme: 'light' },
  'small-dark': { viewport: { width: 1024, height: 768 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', deviceScaleFactor: 2 },
  'phone-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark', deviceScaleFactor: 2 },
} as const

const [folder, ...pageNames] = process.argv.slice(2)
if (!folder) {
  console.error('Say where to: npm run screenshots -- <folder> [page …]')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
// PAGE_LANGUAGE=de takes the pages in German (no dialogs: their buttons are named in English), MODES=light,phone only these modes.
const { PAGE_LANGUAGE: language, MODES: wantedModes } = process.env

const password = randomBytes(12).toString('hex')
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const demo = spawn(process.execPath, [join(import.meta.dirname, '../../service/main.ts'), 'demo'], {
  env: { ...process.env, PORT: String(port), ADMIN_USER: 'ada', ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'inherit', 'inherit'],
})
try {
  await answers(`${address}/readyz`)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  for (const [name, mode] of Object.entries(modes))
    if (!wantedModes || wantedModes.split(',').includes(name)) await takeAll(browser, name, mode)
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await once(demo, 'exit')
}

async function takeAll(browser: Browser, modeName: string, mode: (typeof modes)[keyof typeof modes]) {
  const context = await browser.newContext(mode)
  const page = await context.newPage()
  const settled = watchSettling(page)
  page.on('console', (line) => line.type() === 'error' && console.log(`${page.url()}: ${line.text()}`))
  await page.goto(address)
  await page.getByLabel('User name').fill('ada')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('#main').waitFor()
  if (language) await context.addCookies([{ name: 'flotilla_language', value: language, url: address }])
  const shown = [
    ...Object.entries(pages).map(([name, path]) => ({ name, path, steps: [], opensNoDialog: true })),
    ...(language ? [] : Object.entries(dialogs).map(([name, dialog]) => ({ name, ...dialog }))),
  ]
  for (const { name, path, steps, opensNoDialog } of shown) {
    if (pageNames.length > 0 && !pageNames.includes(name)) continue
    await page.goto(address + path)
    await settled()
    try {
      for (const step of steps) {
        await take(page, step)
        await settled()
      }
      // Its script and its plan are loaded when it is opened.
      if (!opensNoDialog) await page.getByRole('dialog').first().waitFor({ timeout: 10_000 })
      await settled()
    } catch (error) {
      console.log(`${name}, ${modeName}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
    await page.screenshot({ path: join(folder!, `${name}-${modeName}.png`) })
  }
  await context.close()
}

async function take(page: Page, step: Step): Promise<void> {
  if (!(step instanceof RegExp)) {
    if ('press' in step) return page.keyboard.press(step.press)
    // The script of the dialog is loaded when it is opened.
    await page.getByRole('dialog').first().waitFor({ timeout: 10_000 })
    return page.keyboard.type(step.type)
  }
  const [first, ...others] = (['button', 'menuitem', 'checkbox'] as const).map((role) =>
    page.getByRole(role, { name: step }),
  )
  const either = others.reduce((before, each) => before.or(each), first!)
  // On a phone the head of a table with its box is hidden.
  await either.filter({ visible: true }).first().click({ timeout: 10_000 })
}

async function answers(url: string): Promise<void> {
  for (;;) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
