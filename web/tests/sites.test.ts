import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes, seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard()
const { rest } = callers(fixture)

describeIf(chromiumRequirement)('the sites page', () => {
  it('lists the fleet with few calls and without console messages', async () => {
    const { page, calls, pageErrors, settled } = await fixture.open(fixture.people.administrator, '/sites')
    await expect.poll(() => page.getByRole('row').count()).toBe(fixture.sites.length + 1)
    await settled()
    // Without the calls for signing in and for the account.
    expect(calls.length).toBeLessThanOrEqual(2 + 6)
    // What the browser requested ahead is not requested again.
    const read = (path: string) => calls.filter((call) => call.startsWith(`GET ${path}`)).length
    expect([read('/api/v2/overview/desk'), read('/api/v2/sites/table')]).toEqual([1, 1])
    expect(pageErrors).toEqual([])
  })

  it('keeps search and filters in the URL', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/sites')
    const target = fixture.fleet.sites[2]!
    await page.getByLabel('Search name or address').fill(target.title)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(target.title)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.reload()
    await page.getByRole('link', { name: target.title }).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('suspended')
    await page.getByText('No sites match').waitFor()
  })

  itForRelease('shows the last page when the address has one behind it', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/sites?page=9&size=25')
    await page.getByRole('link', { name: fixture.fleet.sites[0]!.title }).waitFor()
    await page.getByText(`1–${fixture.sites.length} of ${fixture.sites.length}`).waitFor()
  })

  itForRelease('runs an action once when it is clicked twice', async () => {
    const { page, calls } = await fixture.open(fixture.people.administrator, '/sites')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Sync', exact: true }).dblclick()
    await page.getByText(`Synced ${fixture.sites.length} sites.`).waitFor()
    expect(calls.filter((call) => call.startsWith('POST ') && call.includes('sync'))).toHaveLength(1)
  })

  itForRelease('tells searching and failed from nothing found in a filter', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/sites')
    const clients = /list-clients/
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(clients, async (route) => {
      await released
      await route.fulfill({ status: 503, json: { code: 'svc_busy', message: 'Too busy.', data: { status: 503 } } })
    })
    try {
      await page.getByRole('combobox', { name: 'Client' }).click()
      await page.getByText('Searching …').waitFor()
      release()
      await page.getByText('Too busy.').waitFor()
      expect(await page.getByText('Nothing found').count()).toBe(0)
    } finally {
      await page.unroute(clients)
    }
    await page.getByRole('combobox', { name: 'Client' }).fill('missing')
    await page.getByText('Nothing found').waitFor()
  })

  it('syncs the selected sites, confirms it and shows the job', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/sites')
    await page.getByLabel('Select all on this page').check()
    await page.getByText(`${fixture.sites.length} selected`).waitFor()
    await page.getByRole('button', { name: 'Sync', exact: true }).click()
    await page.getByText(`Synced ${fixture.sites.length} sites.`).waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('link', { name: 'Sync', exact: true }).click()
    await page.getByRole('heading', { name: /^Sync, job/ }).waitFor()
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor()
    await expect
      .poll(() => page.getByText('Done', { exact: true }).count())
      .toBeGreaterThanOrEqual(fixture.sites.length)
    expect(pageErrors).toEqual([])
  })

  it('shows the plan before suspending, then the new status', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/sites')
    const { title } = fixture.fleet.sites[0]!
    await page.getByLabel(`Select ${title}`).check()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend one site' })
    await dialog.getByText(title).waitFor()
    // The dialog is rendered in the action bar but must not inherit its text style.
    const margin = "getComputedStyle(document.querySelector('dialog p strong')).marginRight"
    expect(await page.evaluate(margin)).toBe('0px')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('row', { name: title }).getByText('Suspended', { exact: true }).waitFor()
  })

  it('hides what a viewer may not do', async () => {
    const { page } = await fixture.open(fixture.people.viewer, '/sites')
    await page.getByRole('link', { name: fixture.fleet.sites[0]!.title }).waitFor()
    await page.getByLabel('Select all on this page').check()
    for (const name of ['Sync', 'Check', 'Update', 'Tag', 'Suspend', 'Add a site', 'Import']) {
      expect(await page.getByText(name, { exact: true }).count(), name).toBe(0)
    }
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  })

  it('shows the stored icon of a site, and a letter for the others', async () => {
    const [first] = fixture.sites
    await rest(`POST /sites/${first!.id}/icon`)
    const { page, pageErrors } = await fixture.open(fixture.people.viewer, '/sites')
    const icon = page.getByRole('row', { name: fixture.fleet.sites[0]!.title }).locator('img')
    await icon.waitFor()
    await expect.poll(() => page.evaluate("document.querySelector('main img').naturalWidth")).toBe(48)
    expect(await page.locator('main img').count()).toBe(1)
    expect(pageErrors).toEqual([])
  })

  itForRelease('links from a security issue on the overview to its sites and to the remedy', async () => {
    const [first, second] = fixture.sites
    await fixture.service.db.pool.query(`insert into site_security (site_id, checks, read_at) values
      (${first!.id}, '{"wp_uptodate": "issue"}', now()), (${second!.id}, '{"wp_uptodate": "fine"}', now())`)
    const { page, pageErrors } = await fixture.open(fixture.people.viewer, '/')
    await page.getByRole('link', { name: 'WordPress is not up to date' }).click()
    await page.getByText('Sites on which WordPress is not up to date.').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 1)
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.getByRole('link', { name: 'Update WordPress' }).getAttribute('href')).toBe('/updates?type=core')
    await page.getByRole('button', { name: 'Show all sites' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(fixture.sites.length + 1)
    expect(pageErrors).toEqual([])
  })

  it.each([1280, 1024])('no table scrolls sideways at %d px', async (width) => {
    await rest(`PUT /sites/${fixture.sites[0]!.id}/edit`, { name: 'A name that goes on and on, as names of firms do' })
    const { page } = await fixture.open(fixture.people.administrator, '/sites', { viewport: { width, height: 800 } })
    for (const path of ['/sites', '/monitors', '/certificates', '/domains']) {
      await page.goto(path)
      await page.getByRole('table').first().waitFor()
      const beyond = "[...document.querySelectorAll('.table-scroll')].map((it) => it.scrollWidth - it.clientWidth)"
      expect(Math.max(...((await page.evaluate(beyond)) as number[])), path).toBe(0)
    }
  })

  itForRelease('keeps the chosen columns of the user, also in another browser', async () => {
    const { page, settled } = await fixture.open(fixture.people.manager, '/sites')
    await page.getByRole('columnheader', { name: 'Updates' }).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('group', { name: 'Columns' }).getByLabel('Updates').uncheck()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Updates' }).count()).toBe(0)
    await settled()
    const { page: elsewhere } = await fixture.open(fixture.people.manager, '/sites')
    await elsewhere.getByRole('columnheader', { name: 'Uptime' }).waitFor()
    expect(await elsewhere.getByRole('columnheader', { name: 'Updates' }).count()).toBe(0)
  })

  itForRelease('saves a shared view, which a policy and a report take as their sites', async () => {
    const { title } = fixture.fleet.sites[0]!
    const { page, pageErrors } = await fixture.open(
      fixture.people.administrator,
      `/sites?search=${encodeURIComponent(title)}`,
    )
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Harbour sites')
    await page.getByLabel('Share with all users').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('list', { name: 'Views' }).getByRole('link', { name: 'Harbour sites' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a site, client or page' }).fill('Harbour si')
    await page.getByRole('option', { name: /Harbour sites.*View/ }).waitFor()
    await page.goto('/update-policies')
    await page.getByRole('button', { name: 'Add policy' }).click()
    await page.getByLabel('Applies to').selectOption({ label: 'Shared view' })
    await page.getByLabel('Shared view').selectOption({ label: 'Harbour sites' })
    await page.getByLabel('Patch releases').selectOption({ label: 'Automatic' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Shared view: Harbour sites' }).waitFor()
    await page.goto('/reports?about=view')
    await page.getByLabel('View', { exact: true }).selectOption({ label: 'Harbour sites' })
    await page.frameLocator('iframe').locator('.cover .subject', { hasText: 'Harbour sites' }).waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('keeps a private view with its order and columns, for its owner only, until it is deleted', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/sites?attention=no_client')
    await page.getByRole('columnheader', { name: 'Uptime' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('group', { name: 'Columns' }).getByLabel('Updates').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Without a client')
    await page.getByLabel('Also save the visible columns').check()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const link = page.getByRole('list', { name: 'Views' }).getByRole('link', { name: 'Without a client' })
    await link.waitFor()
    await page.goto('/jobs')
    await link.click()
    await page.getByRole('heading', { name: 'Without a client', level: 1 }).waitFor()
    await page.getByRole('columnheader', { name: 'Uptime' }).and(page.locator('[aria-sort]')).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Updates' }).count()).toBe(0)
    expect(await page.getByLabel('Issue').inputValue()).toBe('no_client')
    // The sidebar with icons only has no space for views.
    const viewport = { width: 1024, height: 768 }
    const { page: narrow, settled } = await fixture.open(fixture.people.manager, '/sites', { viewport })
    await narrow.getByRole('button', { name: 'Views' }).click()
    await narrow.getByRole('menuitem', { name: 'Without a client' }).click()
    await narrow.getByRole('heading', { name: 'Without a client', level: 1 }).waitFor()
    await settled()
    expect(await seriousFindings(narrow)).toEqual([])
    const { page: elsewhere } = await fixture.open(fixture.people.administrator, '/sites')
    await elsewhere.getByRole('columnheader', { name: 'Uptime' }).waitFor()
    expect(await elsewhere.getByRole('link', { name: 'Without a client' }).count()).toBe(0)
    const { page: again } = await fixture.open(fixture.people.manager, '/sites')
    await again.getByRole('link', { name: 'Without a client' }).click()
    await again.getByRole('button', { name: 'Delete view' }).click()
    await again.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await again.getByText('View deleted').waitFor()
    // The list of views is read again after the message.
    await again.getByRole('link', { name: 'Without a client' }).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
  })

  itForRelease('is accessible in all modes and not wider than its window', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/sites')
    await page.getByRole('link', { name: fixture.fleet.sites[0]!.title }).waitFor()
    await page.getByLabel(`Select ${fixture.fleet.sites[0]!.title}`).check()
    expect(await findingsInAllModes(page)).toEqual([])
  })
})
