import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../testing/accessibility.ts'
import { chromiumPath, howToGetChromium } from '../testing/browser.ts'
import { dashboardScene } from '../testing/dashboard-scene.ts'

const scene = dashboardScene()

describe.skipIf(!chromiumPath)(`the sites page${chromiumPath ? '' : ` (${howToGetChromium})`}`, () => {
  it('lists the fleet with few calls and no complaint', async () => {
    const { page, calls, complaints } = await scene.open(scene.people.administrator, '/sites')
    await expect.poll(() => page.getByRole('row').count()).toBe(scene.sites.length + 1)
    await page.waitForLoadState('networkidle')
    // Signing in is one, the account another; what is left belongs to the page.
    expect(calls.length).toBeLessThanOrEqual(2 + 6)
    expect(complaints).toEqual([])
  })

  it('keeps search and filters in the address', async () => {
    const { page } = await scene.open(scene.people.administrator, '/sites')
    const wanted = scene.fleet.sites[2]!
    await page.getByLabel('Search name or address').fill(wanted.title)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(wanted.title)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.reload()
    await page.getByRole('link', { name: wanted.title }).waitFor()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('suspended')
    await page.getByText('No site fits').waitFor()
  })

  it('syncs the chosen sites, says so and shows the job', async () => {
    const { page, complaints } = await scene.open(scene.people.administrator, '/sites')
    await page.getByLabel('Choose all on this page').check()
    await page.getByText(`${scene.sites.length} chosen`).waitFor()
    await page.getByRole('button', { name: 'Sync', exact: true }).click()
    await page.getByText(`Synced ${scene.sites.length} sites.`).waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('link', { name: 'Sync', exact: true }).click()
    await page.getByRole('heading', { name: /^Sync, job/ }).waitFor()
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('Done', { exact: true }).count()).toBeGreaterThanOrEqual(scene.sites.length)
    expect(complaints).toEqual([])
  })

  it('shows the plan before it suspends, and afterwards the new status', async () => {
    const { page } = await scene.open(scene.people.administrator, '/sites')
    const { title } = scene.fleet.sites[0]!
    await page.getByLabel(`Choose ${title}`).check()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend one site' })
    await dialog.getByText(title).waitFor()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('row', { name: title }).getByText('Suspended').waitFor()
  })

  it('offers a viewer nothing that would be refused', async () => {
    const { page } = await scene.open(scene.people.viewer, '/sites')
    await page.getByRole('link', { name: scene.fleet.sites[0]!.title }).waitFor()
    await page.getByLabel('Choose all on this page').check()
    for (const name of ['Sync', 'Check', 'Update', 'Tag', 'Suspend', 'Add a site', 'Import']) {
      expect(await page.getByText(name, { exact: true }).count(), name).toBe(0)
    }
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  })

  it.each([
    ['light', { colorScheme: 'light' as const }],
    ['dark', { colorScheme: 'dark' as const }],
    ['a phone', { viewport: { width: 390, height: 844 } }],
  ])('is accessible in %s, and nothing sticks out', async (_, options) => {
    const { page } = await scene.open(scene.people.administrator, '/sites', options)
    await page.getByRole('link', { name: scene.fleet.sites[0]!.title }).waitFor()
    await page.getByLabel(`Choose ${scene.fleet.sites[0]!.title}`).check()
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
  })
})
