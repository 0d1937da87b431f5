import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { version } from '../../service/version.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { openWindow } from '../testing/browser.ts'
import { holdScript } from '../testing/hold-script.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { startPrefixingProxy } from '../testing/prefixing-proxy.ts'
import { setUpDashboard, signIn } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 2 })

describeIf(chromiumRequirement)('the app shell', () => {
  it('shows the sign-in page without a session and reads only the ways to sign in', async () => {
    const { page, calls, pageErrors, settled } = await fixture.openSignedOut('/sites?status=connected')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await settled()
    expect(calls).toEqual(['GET /api/v2/access/sign-in-options'])
    expect(pageErrors).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
  })

  it('reports a wrong password, then opens the requested page after sign-in', async () => {
    const window = await fixture.openSignedOut('/sites?status=connected')
    await signIn(window, { login: fixture.people.viewer.login, password: 'not the right one' })
    await window.page.getByRole('alert').waitFor()
    await signIn(window, fixture.people.viewer)
    await window.page.getByRole('heading', { name: 'Sites' }).waitFor()
    expect(window.page.url()).toContain('status=connected')
  })

  itForRelease('is in the language that the user chose, also in another browser', async () => {
    const { page } = await fixture.open(fixture.people.viewer, '/account')
    await page.getByLabel('Language of the dashboard and of e-mails to you').selectOption('de')
    await page.getByRole('heading', { name: 'Mein Konto' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    const { title } = fixture.fleet.sites[0]!
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`bericht ${title}`)
    await page.getByRole('option', { name: `Bericht für ${title}` }).waitFor()
    await page.keyboard.press('Escape')
    // Without the cookie of the first browser the page begins in English.
    const other = await fixture.open(fixture.people.viewer, '/sites')
    await other.page.getByRole('heading', { name: 'Websites', exact: true }).waitFor()
    await other.page.goto('/account')
    await other.page.getByLabel('Sprache des Dashboards und der E-Mails an Sie').selectOption('en')
    await other.page.getByRole('heading', { name: 'My account' }).waitFor()
    expect(other.pageErrors).toEqual([])
  })

  it('only allows changing the password after sign-in with a one-time password', async () => {
    const { administrator } = fixture.people
    await fixture.service.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', administrator.id)
      .execute()
    const window = await fixture.openSignedOut('/')
    await signIn(window, administrator)
    // It was entered just now, so it is asked for again only after a reload.
    const newPassword = window.page.getByLabel('New password', { exact: true })
    await newPassword.waitFor()
    expect(await window.page.getByLabel('One-time password').count()).toBe(0)
    await newPassword.fill('a better pass phrase')
    await window.page.getByLabel('New password again').fill('a better pass phrase')
    await window.page.getByRole('button', { name: 'Set password' }).click()
    await window.page.getByRole('navigation', { name: 'Pages' }).waitFor()
  })

  it('shows the version below the pages', async () => {
    const { page } = await fixture.open(fixture.people.administrator)
    await page.getByRole('navigation', { name: 'Pages' }).getByText(`Flotilla ${version}`, { exact: true }).waitFor()
  })

  it('requests credentials for /api/docs without a session', async () => {
    const { login, password } = fixture.people.administrator
    const visitor = await openWindow(fixture.address, { httpCredentials: { username: login, password } })
    try {
      // The browser sends these only before asking the user for credentials.
      const answer = await visitor.page.goto(`${fixture.address}/api/docs`)
      expect(answer?.status()).toBe(200)
      await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    } finally {
      await visitor.close()
    }
  })

  it('signs out and clears the account’s data', async () => {
    const { page } = await fixture.open(fixture.people.administrator)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  it('finds and opens a site with Ctrl-K', async () => {
    const { page } = await fixture.open(fixture.people.administrator)
    const { title } = fixture.fleet.sites[1]!
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a site, client or page' }).fill(title)
    await page.getByRole('option', { name: title }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sites/${fixture.sites[1]!.id}`)
  })

  itForRelease('keeps what is typed while the palette is loading', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator)
    const { title } = fixture.fleet.sites[1]!
    const script = /\/palette-[^/]+\.js$/
    const release = await holdScript(page, script)
    const field = page.getByLabel('Find a site, client or page')
    const options = page.getByRole('dialog').getByRole('option')
    try {
      await page.goto('/jobs')
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type(title.slice(0, 4))
      expect(await field.inputValue()).toBe(title.slice(0, 4))
      expect(await options.count()).toBe(0)
      release()
      await options.first().waitFor()
      await page.keyboard.type(title.slice(4))
      expect(await field.inputValue()).toBe(title)
      await page.getByRole('option', { name: title, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/sites/${fixture.sites[1]!.id}`)
    } finally {
      release()
      await page.unroute(script)
    }
    // A page without a search of its own.
    await page.goto('/settings/updates')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.type('/dark')
    expect(await field.inputValue()).toBe('dark')
    await page.getByRole('option', { name: 'Use the dark theme' }).waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('remembers the dark theme', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/', { colorScheme: 'light' })
    const backgroundColor = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const light = await backgroundColor()
    await page.getByRole('button', { name: 'Light or dark' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    expect(await backgroundColor()).not.toBe(light)
    await page.reload()
    await page.locator('#main').waitFor()
    expect(await backgroundColor()).not.toBe(light)
  })

  itForRelease('shows icons with names in a narrow sidebar at 1024 px', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/', { viewport: { width: 1024, height: 768 } })
    const sidebar = page.getByRole('navigation', { name: 'Pages' })
    const sites = sidebar.getByRole('link', { name: 'Sites', exact: true })
    expect((await sidebar.boundingBox())!.width).toBeLessThan(80)
    expect(await sites.getAttribute('title')).toBe('Sites')
    await sites.click()
    await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor()
    expect(await sites.getAttribute('aria-current')).toBe('page')
  })

  it('shows the navigation as a drawer on a phone, by keyboard too', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/', { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Open the navigation' }).press('Enter')
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: 'Jobs' }).focus()
    // Not `press` of the link: it removes the drawer at once, and the link would be waited for again.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  itForRelease('shows that the service is down and recovers when it is back', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/sites')
    await page.getByRole('link', { name: fixture.fleet.sites[0]!.title }).waitFor()
    const away = () => page.route('**/*', (route) => route.abort('connectionrefused'))
    const back = () => page.unroute('**/*')
    try {
      await away()
      await page.getByLabel('Search name or address').fill(fixture.fleet.sites[1]!.title)
      await page.getByRole('heading', { name: 'The service does not answer' }).waitFor()
      await back()
      await page.getByRole('link', { name: fixture.fleet.sites[1]!.title }).waitFor()
      // A page whose script has not been loaded yet.
      await away()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Certificates' }).click()
      await page.getByRole('heading', { name: 'The service does not answer' }).waitFor()
      await back()
      await page.getByRole('heading', { name: 'Certificates' }).waitFor()
    } finally {
      // The following tests use the same tab.
      await back()
    }
  })

  itForRelease('shows the page without its extras when their scripts cannot be loaded', async () => {
    const { administrator } = fixture.people
    const now = new Date()
    const order = { sort: 'name', sort_order: 'asc', columns: null } as const
    await fixture.service.db
      .insertInto('views')
      .values({
        ...order,
        user_id: administrator.id,
        name: 'All of them',
        shared: false,
        filters: '{}',
        created_at: now,
        updated_at: now,
      })
      .execute()
    const { page, settled } = await fixture.open(administrator)
    const refused: string[] = []
    const extras = /(down-badge|view-links)-[^/]+\.js$/
    await page.route(extras, (route) => {
      refused.push(route.request().url().match(extras)![1]!)
      return route.abort('connectionrefused')
    })
    const ownView = page.getByRole('link', { name: 'All of them' })
    try {
      await page.goto('/sites')
      await expect.poll(() => refused.toSorted()).toEqual(['down-badge', 'view-links'])
      await settled()
      await page.getByRole('link', { name: fixture.fleet.sites[0]!.title }).waitFor()
      expect(await ownView.count()).toBe(0)
    } finally {
      await page.unroute(extras)
    }
    await page.reload()
    await ownView.waitFor()
  })

  itForRelease('works under a path of a reverse proxy', async () => {
    const proxy = await startPrefixingProxy('/fleet')
    const another = await fixture.service.openAnother({ works: false, publicUrl: proxy.address })
    await another.server.listen({ host: '127.0.0.1', port: 0 })
    proxy.forwardTo((another.server.server.address() as AddressInfo).port)
    const window = await openWindow(proxy.address)
    try {
      const { page, pageErrors } = window
      await page.goto(`${proxy.address}/sites`)
      await signIn(window, fixture.people.administrator)
      await page.getByRole('link', { name: fixture.fleet.sites[0]!.title }).click()
      await page.waitForURL(`${proxy.address}/sites/${fixture.sites[0]!.id}`)
      await page.getByRole('button', { name: 'Sync', exact: true }).click()
      await page.getByText(/ synced\.$/).waitFor()
      await page.goto(`${proxy.address}/sites/${fixture.sites[0]!.id}/plugins`)
      await page.getByRole('table').waitFor()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Overview' }).click()
      await page.waitForURL(`${proxy.address}/`)
      await page.getByRole('link', { name: 'Connected: 1' }).waitFor()
      expect(pageErrors).toEqual([])
      expect(proxy.outsideRequests).toEqual([])
    } finally {
      await window.close()
      await fixture.service.closeOthers()
      await proxy.close()
    }
  })
})
