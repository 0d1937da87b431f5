import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 2 })
const { rest } = callers(fixture)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const addCost = (fields: object) => rest('POST /costs/add', { sites: [fixture.sites[0]!.id], ...fields })

describeIf(chromiumRequirement)('the costs page', () => {
  it('adds a cost for sites and clients and updates the totals', async () => {
    await rest('POST /clients/add', { name: 'Harbour' })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/costs')
    await page.getByText('No costs yet').waitFor()
    await page.getByRole('link', { name: 'Add a cost' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a cost' })
    await dialog.getByLabel('Name').fill('Hosting')
    await dialog.getByLabel('Price').fill('120')
    await dialog.getByLabel('Last renewal').fill(daysAgo(10))
    await dialog.getByRole('combobox', { name: 'Clients' }).fill('Harb')
    await dialog.getByRole('option', { name: 'Harbour' }).click()
    await dialog.getByRole('combobox', { name: 'Sites' }).fill(fixture.fleet.sites[1]!.title)
    await dialog.getByRole('option', { name: fixture.fleet.sites[1]!.title }).click()
    await dialog.getByRole('button', { name: 'Add cost' }).click()
    await page.getByRole('row', { name: /Hosting.*\$120\.00.*Every year.*1 site, 1 client.*Active/ }).waitFor()
    await page.getByText('$10.00').waitFor()
    expect(pageErrors).toEqual([])
  })

  it('edits a cost at its own URL and changes only edited fields', async () => {
    await addCost({ name: 'Backups', price: 5, note: 'Two regions', renewal_type: 'monthly' })
    const { page } = await fixture.open(fixture.people.administrator, '/costs?cost=1')
    const dialog = page.getByRole('dialog', { name: 'Backups' })
    await dialog.getByText(fixture.fleet.sites[0]!.title).waitFor()
    await dialog.getByLabel('Price').fill('6.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Backups.*\$6\.50/ }).waitFor()
    expect((await rest('GET /costs/1')).body.data).toMatchObject({ price: 6.5, note: 'Two regions' })
  })

  it('shows a calendar of twelve months, preceded by overdue renewals', async () => {
    await addCost({ name: 'Monthly', price: 10, renewal_type: 'monthly', last_renewal: daysAgo(3) })
    await addCost({ name: 'Forgotten', price: 99, renewal_type: 'quarterly', last_renewal: daysAgo(100) })
    const { page } = await fixture.open(fixture.people.viewer, '/costs?view=renewals')
    const passed = page.locator('section', {
      has: page.getByRole('heading', { name: 'Overdue: not recorded as paid' }),
    })
    await passed.getByRole('link', { name: 'Forgotten' }).waitFor()
    const month = (ahead: number) => {
      const now = new Date()
      return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1)),
      )
    }
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(
      expect.arrayContaining(Array.from({ length: 12 }, (_, ahead) => month(ahead))),
    )
    await expect.poll(() => page.getByRole('link', { name: 'Monthly' }).count()).toBeGreaterThanOrEqual(11)
  })

  it('shows the share of each client, here and on the page of the client', async () => {
    await rest('POST /clients/add', { name: 'Harbour' })
    await fixture.service.db.updateTable('sites').set({ client_id: 1 }).where('id', '=', fixture.sites[0]!.id).execute()
    const sites = fixture.sites.map(({ id }) => id)
    await addCost({ name: 'Hosting', price: 99.99, renewal_type: 'monthly', sites })
    const { page } = await fixture.open(fixture.people.viewer, '/costs?view=clients')
    await page.getByRole('row', { name: /Harbour.*\$50\.00.*\$599\.94/ }).waitFor()
    await page.getByRole('row', { name: /Unassigned.*\$49\.99.*\$599\.94/ }).waitFor()
    await page.getByRole('link', { name: 'Harbour' }).click()
    await page.getByText('$50.00 of $99.99 · Every month').waitFor()
  })

  itForRelease('adds custom product types and deletes them after showing the plan', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/costs?view=choices')
    await page.getByRole('button', { name: 'Add a product type' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Fonts')
    await page.getByRole('dialog').getByRole('button', { name: 'Add product type' }).click()
    await page.getByRole('button', { name: 'Delete Fonts' }).click()
    await page.getByRole('dialog', { name: 'Delete Fonts' }).getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.getByText('Fonts', { exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Delete Hosting' }).count()).toBe(0)
  })

  it('shows that the module is off, without console messages', async () => {
    await rest('PUT /modules/cost-tracker', { active: false })
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/costs')
    await page.getByText('Cost Tracker is switched off').waitFor()
    await page.getByRole('link', { name: 'Go to modules' }).waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('is accessible in all modes with a cost open, and not wider than its window', async () => {
    await addCost({ name: 'Hosting', price: 10, renewal_type: 'monthly', last_renewal: daysAgo(40) })
    const { page, pageErrors, settled } = await fixture.open(fixture.people.administrator, '/costs?cost=1')
    await page.getByRole('dialog').waitFor()
    await settled()
    expect(await findingsInAllModes(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })
})
