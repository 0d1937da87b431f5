import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })
const { rest } = callers(fixture)

describeIf(chromiumRequirement)('monitoring pages', () => {
  it('shows the versions of a plugin, and the sites of a version', async () => {
    const [old, ...others] = fixture.fleet.sites
    old!.addPlugin({ file: 'shop/shop.php', name: 'Corner Shop', version: '1.0', active: true, offer: '2.0' })
    for (const site of others)
      site.addPlugin({ file: 'shop/shop.php', name: 'Corner Shop', version: '2.0', active: false })
    for (const { id } of fixture.sites) await rest(`POST /sites/${id}/sync`)
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/plugins?search=Corner')
    await page.getByRole('link', { name: 'Corner Shop' }).click()
    await page.getByRole('button', { name: /^2\.0 2 sites, active on 0/ }).waitFor()
    const byName = fixture.fleet.sites.map(({ title }) => title).toSorted((one, other) => one.localeCompare(other))
    const shown = page.locator('tbody .primary-cell a')
    await expect.poll(() => shown.allTextContents()).toEqual(byName)
    await page.getByRole('columnheader', { name: 'Version' }).getByRole('button').click()
    await expect.poll(async () => (await shown.allTextContents())[0]).toBe(old!.title)
    await page.getByRole('button', { name: /^1\.0 1 site/ }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 1)
    await page.getByRole('row', { name: old!.title }).getByText('2.0 available').waitFor()
    await page.getByRole('button', { name: 'Update on 1 site' }).waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('exports the inventory with its sites, and a table with its filter', async () => {
    for (const site of fixture.fleet.sites)
      site.addPlugin({ file: 'shop/shop.php', name: '=Corner Shop', version: '1.0', active: true })
    for (const { id } of fixture.sites) await rest(`POST /sites/${id}/sync`)
    const { page, pageErrors } = await fixture.open(fixture.people.viewer, '/plugins?search=Corner')
    const save = async (button: Locator) => {
      const saved = page.waitForEvent('download')
      await button.click()
      return readFile(await (await saved).path(), 'utf8')
    }
    const inventory = await save(page.getByRole('button', { name: 'Export with sites' }))
    for (const { url } of fixture.sites) expect(inventory).toContain(`${url},`)
    await page.getByRole('button', { name: /^Export 1 row/ }).click()
    const rows = (await save(page.getByRole('menuitem', { name: 'As CSV' }))).trim().split('\r\n')
    expect(rows).toHaveLength(1 + 1)
    // A spreadsheet must not compute it.
    expect(rows[1]).toContain("'=Corner Shop")
    expect(pageErrors).toEqual([])
  })

  it('shows a site that is down as an incident with its cause, until a check succeeds', async () => {
    const [site] = fixture.sites
    const failing = { active: true, type: 'keyword', keyword: 'not on this page', method: 'get', maxretries: 0 }
    await rest(`PUT /monitors/${site!.id}/settings`, failing)
    const { page, pageErrors } = await fixture.open(fixture.people.manager, `/monitors/${site!.id}`)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('main').getByText('Down', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Monitors' }).last().click()
    await page.getByRole('link', { name: 'Incidents' }).click()
    await page.getByRole('row', { name: site!.name }).getByText('The keyword is not on the page.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: site!.name }).click()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByLabel('A site is up when').selectOption('http')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('main').getByText('Up', { exact: true }).waitFor()
    await page.getByText('Resolved').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('main').getByText('Not monitored', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('main').getByText('Up', { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
  })

  it('shows a site that was never reached as such, and not as down', async () => {
    const { id } = fixture.sites[0]!
    await fixture.service.db.updateTable('sites').set({ connection: 'never' }).where('id', '=', id).execute()
    const failing = { active: true, type: 'keyword', keyword: 'not on this page', method: 'get', maxretries: 0 }
    await rest(`PUT /monitors/${id}/settings`, failing)
    const { page } = await fixture.open(fixture.people.manager, `/monitors/${id}`)
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByRole('main').getByText('Never reached', { exact: true }).waitFor()
    await page.getByText('neither up nor down').waitFor()
    expect((await rest('GET /monitors/incidents')).body.total).toBe(0)
  })

  itForRelease('shows that no site is monitored, with the switch only for those who may use it', async () => {
    const none = 'No site is monitored, so outages go unnoticed.'
    const { page: viewers } = await fixture.open(fixture.people.viewer, '/monitors')
    await viewers.getByText(none).waitFor()
    expect(await viewers.getByRole('button', { name: 'Monitor all sites' }).count()).toBe(0)
    const { page } = await fixture.open(fixture.people.administrator, '/monitors?view=incidents')
    await page.getByText(none).waitFor()
    await page.getByRole('button', { name: 'Monitor all sites' }).click()
    await page.getByText('All sites without settings of their own are monitored').waitFor()
    await expect.poll(() => page.getByText(none).count()).toBe(0)
    await page.getByText(/^All 3 sites are monitored/).waitFor()
    await rest('PUT /monitors/settings', { active: false })
  })

  it('changes the default settings and shows field errors at their fields', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/monitors?view=settings')
    await page.getByLabel('Interval', { exact: true }).fill('a while')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Interval must be from 30s to 24h').waitFor()
    await page.getByLabel('Interval', { exact: true }).fill('10m')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect((await rest('GET /monitors/settings')).body.data.interval).toBe('10m')
  })

  itForRelease('shows for each setting of a site if it comes from all sites or is its own', async () => {
    const { id } = fixture.sites[1]!
    await rest('PUT /monitors/settings', { interval: '10m' })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, `/monitors/${id}`)
    const settings = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const interval = settings.getByLabel('Interval', { exact: true })
    expect(await interval.getAttribute('placeholder')).toBe('Same as all sites: 10m')
    await settings.getByText('From 30s to 24h, such as 5m. From the settings for all sites.').waitFor()
    await interval.fill('2m')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await settings.getByText('Set for this site. All sites: 10m.').waitFor()
    await interval.fill('')
    await settings.getByText('From 30s to 24h, such as 5m. From the settings for all sites.').waitFor()
    expect(pageErrors).toEqual([])
  })

  it('checks a certificate on request', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/certificates')
    await page.getByRole('button', { name: `Check the certificate of ${fixture.sites[0]!.name}` }).click()
    await page.getByRole('row', { name: fixture.sites[0]!.name }).getByText('Not encrypted', { exact: true }).waitFor()
    expect(pageErrors).toEqual([])
  })

  it.each([
    ['ssl-monitor', '/certificates'],
    ['domain-monitor', '/domains'],
    ['perf-audit', '/performance'],
  ])('shows on its page that the module %s is off', async (module, path) => {
    await rest(`PUT /modules/${module}`, { active: false })
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, path)
    await page.getByText('is switched off').waitFor()
    expect(pageErrors).toEqual([])
  })
})
