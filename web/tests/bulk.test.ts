import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seedSites } from '../../service/testing/seed-sites.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 17 })
const { ability, rest } = callers(fixture)

describeIf(chromiumRequirement)('actions on many sites', () => {
  it('deactivates a plugin without a fix on 17 sites and proves it with at most six clicks; a failed site is retried', async () => {
    const slug = 'slider/slider.php'
    for (const site of fixture.fleet.sites)
      site.addPlugin({ file: slug, name: 'Old Slider', version: '1.0', active: true })
    await ability('sync-sites', {})
    const [first] = fixture.fleet.sites
    first!.setFault('false-success', { on: 'plugin_action' })
    let clicks = 0
    const click = async (target: Locator) => {
      clicks++
      await target.click()
    }
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/plugins?search=Old+Slider')
    await click(page.getByRole('link', { name: 'Old Slider' }))
    await page.getByText('on 17 sites, active on 17').waitFor()
    await click(page.getByLabel('Select all on this page'))
    await click(page.getByRole('button', { name: 'Deactivate', exact: true }))
    const dialog = page.getByRole('dialog', { name: 'Deactivate Old Slider on 17 sites' })
    await dialog.getByText('17 sites will be changed.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await click(dialog.getByRole('button', { name: 'Deactivate', exact: true }))
    await dialog.getByText('Done on 16 of 17 sites.').waitFor()
    await dialog.getByText(first!.title).waitFor()
    await first!.clearFaults()
    await click(dialog.getByRole('button', { name: 'Retry 1 failed site' }))
    await dialog.getByText('Done on all 17 sites.').waitFor()
    await click(dialog.getByRole('button', { name: 'Done', exact: true }))
    await expect.poll(() => page.getByRole('cell', { name: 'Inactive' }).count()).toBe(17)
    await page.getByText('on 17 sites, active on 0').waitFor()
    expect(clicks).toBeLessThanOrEqual(6)
    expect(fixture.fleet.sites.filter((site) => site.plugin(slug)?.active)).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('selects all sites that match without reading them, and acts with one plan', async () => {
    await seedSites(fixture.service.db, 200, (number) => ({
      url: `https://shop-${number}.example/`,
      name: `Shop ${number}`,
    }))
    const { page, calls, settled } = await fixture.open(fixture.people.administrator, '/sites?search=shop-')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Select all 200' }).click()
    await page.getByText('All 200 selected').waitFor()
    await page.getByLabel('Select Shop 1', { exact: true }).uncheck()
    await page.getByText('All 199 selected').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as JSON lines' }).click()
    const exported = (await readFile(await (await saved).path(), 'utf8'))
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row).name)
    expect([exported.length, exported.includes('Shop 1'), exported.includes('Shop 2')]).toEqual([199, false, true])
    await settled()
    calls.length = 0
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend 199 sites' })
    await dialog.getByLabel(/Type the number/).fill('199')
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await dialog.getByText('Done on all 199 sites.').waitFor()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/v2/bulk/plans',
      expect.stringMatching(/^POST \/api\/v2\/bulk\/plans\/[0-9a-f-]{36}\/run$/),
    ])
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await rest('POST /clients/add', { name: 'Hartley' })
    const suspended = await fixture.service.db
      .selectFrom('sites')
      .select('name')
      .where('suspended_by', '=', 'hand')
      .execute()
    expect([suspended.length, suspended.some(({ name }) => name === 'Shop 1')]).toEqual([199, false])
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Select all 200' }).click()
    await page.getByLabel('Select Shop 1', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Assign to a client' }).click()
    const assign = page.getByRole('dialog', { name: 'Assign 199 sites to a client' })
    await assign.getByRole('combobox', { name: 'Client' }).fill('Hartley')
    await page.getByRole('option', { name: 'Hartley' }).click()
    await assign.getByRole('button', { name: 'Next' }).click()
    await assign.getByLabel(/Type the number/).fill('199')
    await assign.getByRole('button', { name: 'Assign', exact: true }).click()
    await assign.getByText('Done on all 199 sites.').waitFor()
    const countAssigned = async () =>
      (await fixture.service.db.selectFrom('sites').select('id').where('client_id', 'is not', null).execute()).length
    expect(await countAssigned()).toBe(199)
    await assign.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(countAssigned).toBe(0)
    await assign.getByRole('button', { name: 'Done', exact: true }).click()
    // Another search ends "all that match".
    await page.getByLabel('Search name or address').fill('shop-2')
    await expect.poll(() => page.getByText('selected').count()).toBe(0)
  })
})
