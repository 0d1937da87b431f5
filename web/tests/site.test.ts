import { expect, it } from 'vitest'
import { startRecordingServer } from '../../service/testing/recording-server.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 4 })

const tabs = [
  'overview',
  'updates',
  'plugins',
  'themes',
  'monitor',
  'security',
  'changes',
  'posts',
  'comments',
  'costs',
  'performance',
  'reports',
  'connection',
]

const sync = (id: number) =>
  fixture.service.request({
    method: 'POST',
    url: `/api/v2/sites/${id}/sync`,
    headers: fixture.people.administrator.headers,
  })

describeIf(chromiumRequirement)('the page of a site', () => {
  itForRelease('has a URL for every tab; each loads without console messages and is accessible', async () => {
    const { id } = fixture.sites[0]!
    await sync(id)
    const { page, pageErrors, settled } = await fixture.open(fixture.people.administrator, `/sites/${id}`)
    const bar = page.getByRole('navigation', { name: 'About this site' })
    for (const tab of tabs) {
      await bar.getByRole('link', { name: new RegExp(`^${tab}`, 'i') }).click()
      await expect.poll(() => bar.locator('[aria-current=page]').textContent()).toMatch(new RegExp(`^${tab}`, 'i'))
      await settled()
      await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
      expect(await page.getByRole('alert').allTextContents(), tab).toEqual([])
      expect(await seriousFindings(page), tab).toEqual([])
      expect(new URL(page.url()).pathname).toBe(tab === 'overview' ? `/sites/${id}` : `/sites/${id}/${tab}`)
    }
    expect(pageErrors).toEqual([])
  })

  it('shows what the site reported', async () => {
    const [site] = fixture.fleet.sites
    await sync(fixture.sites[0]!.id)
    const { page } = await fixture.open(fixture.people.administrator, `/sites/${fixture.sites[0]!.id}`)
    const fact = (name: string) => page.locator(`dt:text-is("${name}") + dd`)
    await expect.poll(() => fact('PHP').textContent()).toBe(site!.phpVersion)
    expect(await fact('WordPress').textContent()).toBe(site!.core.installed)
    const [main, sub] = fixture.fleet.sites.slice(2)
    main!.joinNetwork(main!, 1)
    sub!.joinNetwork(main!, 7)
    for (const { id } of fixture.sites.slice(2)) await sync(id)
    await page.goto(`/sites/${fixture.sites[3]!.id}`)
    await page.getByText('This is sub-site 7 of a WordPress network.').waitFor()
    await page.getByRole('link', { name: main!.title }).click()
    await page.getByText('This is the main site of a WordPress network.').waitFor()
  })

  it('shows what an update changes as text, the picture of the homepage, and installs updates from the head', async () => {
    const { id } = fixture.sites[0]!
    await sync(id)
    const { db } = fixture.service
    await db.pool.query(
      `insert into site_updates (site_id, first_seen_at, type, slug, name, current_version, new_version, step, url)
       values ($1, now(), 'plugin', 'own/own.php', '<b>Own</b>', '1.0', '2.0', 'major', 'https://vendor.example/<i>')`,
      [id],
    )
    await db.pool.query(
      `with checked as (insert into update_checks (run, site_id, started_at, before) values (gen_random_uuid(), $1, now(), '[]') returning run)
       insert into update_screenshots (run, moment, site_id, taken_at, width, height, content)
       select run, 'after', $1, now(), 1, 1, decode('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAQAcJaQAA3AA/v3AgAA=', 'base64') from checked`,
      [id],
    )
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, `/sites/${id}`)
    const picture = page.getByRole('img', { name: /^Homepage of/ })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1)
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: /^Install \d+ updates?$/ }).click()
    await page.getByRole('dialog', { name: /^Install \d+ updates? on/ }).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('link', { name: /^Updates/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'Changes of <b>Own</b>' }).click()
    const dialog = page.getByRole('dialog', { name: '<b>Own</b> 2.0' })
    const link = dialog.getByRole('link', { name: 'Open vendor.example' })
    expect(await link.getAttribute('rel')).toContain('noreferrer')
    expect(await seriousFindings(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('deactivates a plugin after showing the plan', async () => {
    const [site] = fixture.fleet.sites
    site!.addPlugin({ file: 'shop/shop.php', name: 'Corner Shop', version: '1.0', active: true })
    await sync(fixture.sites[0]!.id)
    const { page, pageErrors } = await fixture.open(fixture.people.manager, `/sites/${fixture.sites[0]!.id}/plugins`)
    await page.getByRole('row', { name: 'Corner Shop' }).getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Corner Shop', { exact: true }).waitFor()
    expect(site!.plugin('shop/shop.php')?.active).toBe(true)
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('row', { name: 'Corner Shop' }).getByText('Inactive').waitFor()
    expect(site!.plugin('shop/shop.php')?.active).toBe(false)
    expect(pageErrors).toEqual([])
  })

  it('shows why a site does not answer, tests the connection and reconnects it', async () => {
    const [site] = fixture.fleet.sites
    const { id } = fixture.sites[0]!
    site!.setFault('refuse', { on: '*' })
    await sync(id)
    const { page } = await fixture.open(fixture.people.manager, `/sites/${id}`)
    await page.getByText('The last sync failed').waitFor()
    await page.getByRole('link', { name: 'Go to the connection' }).click()
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByText('The site did not answer.').waitFor()
    await site!.clearFaults()
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByText('The connector answered, and the site was synced.').waitFor()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('main').getByText('Disconnected').first().waitFor()
    await page.getByRole('button', { name: 'Reconnect' }).click()
    await page.getByRole('main').getByText('Connected', { exact: true }).first().waitFor()
  })

  itForRelease('does not overwrite what another user has changed since the dialog was opened', async () => {
    const { people } = fixture
    const [first, second] = [
      await fixture.open(people.administrator, '/sites/1'),
      await fixture.open(people.manager, '/sites/1'),
    ]
    const openDialog = async ({ page }: typeof first) => {
      await page.getByRole('button', { name: /^More/ }).first().click()
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Notes').waitFor()
      return dialog
    }
    const [one, other] = [await openDialog(first), await openDialog(second)]
    const save = async (dialog: typeof one, notes: string) => {
      await dialog.getByLabel('Notes').fill(notes)
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await save(one, 'Of the first user')
    await one.waitFor({ state: 'detached' })
    await save(other, 'Of the second user')
    await other.getByText('This was changed since you opened it.').waitFor()
    const { notes } = await fixture.service.db
      .selectFrom('sites')
      .select('notes')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(notes).toBe('Of the first user')
  })

  itForRelease('warns about a changed address before saving', async () => {
    const { id } = fixture.sites[1]!
    const { page } = await fixture.open(fixture.people.manager, `/sites/${id}/connection`)
    await page.getByLabel('Address').fill('https://93.184.215.14/')
    await page.getByText('stored passwords are removed').waitFor()
    await page.getByLabel('Web server user name').waitFor()
    await page.getByLabel('Address').fill(fixture.fleet.sites[1]!.url)
    await page.getByText('stored passwords are removed').waitFor({ state: 'detached' })
  })

  itForRelease('opens the administration through a one-time URL without a referrer', async () => {
    const { id } = fixture.sites[0]!
    // Like the connector, accepts the link and redirects to a page, which here shows its referrer and opener.
    const admin = await startRecordingServer('127.88.9.1', (response, { path }) => {
      if (path.includes('login_required')) return response.writeHead(302, { location: '/wp-admin/' }).end()
      response.setHeader('content-type', 'text/html')
      return response.end('<p>referrer: <script>document.write(JSON.stringify(document.referrer))</script></p>')
    })
    await fixture.service.db.updateTable('sites').set({ url: admin.url }).where('id', '=', id).execute()
    const { page } = await fixture.open(fixture.people.manager, `/sites/${id}`)
    const answered = page.waitForResponse((response) => response.url().endsWith('/admin-login'))
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Open admin' }).click()
    const popup = await opened
    await popup.getByText('referrer: ""').waitFor()
    // The service may call the site at the same time, for example to sync it.
    const visits = admin.requests.filter(({ headers }) => headers['user-agent']?.includes('Chrome'))
    expect(visits[0]).toMatchObject({ path: expect.stringContaining('login_required=1') })
    const [link, landed, ...others] = visits.map(({ headers }) => headers.referer)
    expect([link, landed]).toEqual([undefined, undefined])
    expect(others.join()).not.toMatch(/mainwpsignature|127\.0\.0\.1/)
    const answer = await (await answered).text()
    expect(answer).not.toMatch(/mainwpsignature|login_required/)
    const { login_url } = JSON.parse(answer).data
    const replayed = await page.evaluate(
      (url) => fetch(url, { redirect: 'manual' }).then(({ status }) => status),
      login_url,
    )
    expect(replayed).toBe(404)
    expect(await popup.evaluate('window.opener')).toBeNull()
  })

  itForRelease('hides what a viewer may not do, and fits a phone', async () => {
    const { id } = fixture.sites[1]!
    await sync(id)
    const phone = { viewport: { width: 390, height: 844 } }
    const { page } = await fixture.open(fixture.people.viewer, `/sites/${id}/plugins`, phone)
    await page.getByRole('table').waitFor()
    for (const name of ['Sync', 'Deactivate', 'Delete', 'Open admin']) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
    await page.goto(`/sites/${id}/connection`)
    await page.getByRole('heading', { name: 'Received data by section' }).waitFor()
    expect(await page.getByRole('button', { name: 'Reconnect' }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
  })
})
