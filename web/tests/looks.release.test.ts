import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { holdScript } from '../testing/hold-script.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 4 })
const { rest } = callers(fixture)

/** How far the middles of the filters of a table are apart, in pixels. */
const spreadOfFilters = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const shown = [...document.querySelector('.table-tools').children].map((each) => each.getBoundingClientRect()).filter(({ height }) => height > 0)
    const middles = shown.map(({ top, height }) => top + height / 2)
    return Math.max(...middles) - Math.min(...middles)
  })()`)

/** Cells whose content is wider than they are. */
const overflowingCells = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.table td')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)`)

/** Background colours of the first row, its badge and the row below. */
const colours = (page: Page): Promise<{ row: string; badge: string; other: string }> =>
  page.evaluate(`(() => {
    const [first, second] = document.querySelectorAll('.table tbody tr')
    const colour = (element) => getComputedStyle(element).backgroundColor
    return { row: colour(first), badge: colour(first.querySelector('.badge')), other: colour(second) }
  })()`)

describeIf(chromiumRequirement)('looks', () => {
  it('has the filters of a table in one line at 1440 px, with rare ones behind a button', async () => {
    const viewport = { width: 1440, height: 900 }
    const { page, settled } = await fixture.open(fixture.people.administrator, '/sites', { viewport })
    for (const path of [
      '/sites',
      '/updates',
      '/monitors',
      '/plugins',
      '/domains',
      '/certificates',
      '/jobs',
      '/audit',
    ]) {
      await page.goto(path)
      await page.locator('.table-tools').first().waitFor()
      await settled()
      expect(await spreadOfFilters(page), path).toBeLessThan(10)
    }
    await page.goto('/sites')
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('PHP version').waitFor()
  })

  it('lists the sites that are down first on Monitors, and has one page of a monitor', async () => {
    const byName = fixture.sites.toSorted((one, other) => one.name.localeCompare(other.name))
    const last = byName.at(-1)!
    await rest(`PUT /monitors/${last.id}/settings`, {
      ...{ active: true, type: 'keyword', keyword: 'not on this page', method: 'get', maxretries: 0 },
    })
    await fixture.service.app.run('check-monitor', { site_id_or_domain: last.id })
    const { page, pageErrors, settled } = await fixture.open(fixture.people.administrator, '/monitors')
    const first = page.locator('.table tbody tr').first()
    await first.getByText('Down', { exact: true }).waitFor()
    await first.getByRole('link', { name: last.name }).waitFor()
    const headings = async (path: string) => {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Last check' }).waitFor()
      await settled()
      return page.locator('main h2').allTextContents()
    }
    const ofMonitor = await headings(`/monitors/${last.id}`)
    expect(ofMonitor.length).toBeGreaterThan(2)
    expect(await headings(`/sites/${last.id}/monitor`)).toEqual(ofMonitor)
    expect(pageErrors).toEqual([])
  })

  it('shows a bar while a page is loading, and loads its font and everything else from the service', async () => {
    const { page, settled } = await fixture.open(fixture.people.administrator, '/jobs')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const script = /\/certificates-page-[^/]+\.js$/
    const release = await holdScript(page, script)
    try {
      await page.goto('/jobs')
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Certificates' }).click()
      await page.locator('.loading-bar').waitFor()
      release()
      await page.getByRole('heading', { name: 'Certificates', level: 1 }).waitFor()
      await settled()
      expect(await page.locator('.loading-bar').count()).toBe(0)
    } finally {
      release()
      await page.unroute(script)
    }
    const fonts =
      "document.fonts.ready.then(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))"
    expect(await page.evaluate(fonts)).toContain('Inter')
    expect(requests.some((url) => url.endsWith('.woff2'))).toBe(true)
    expect(requests.filter((url) => !url.startsWith(fixture.address) && !url.startsWith('data:'))).toEqual([])
  })

  it.each(['light', 'dark'] as const)(
    'shows which rows are selected, and their badges, in the %s theme',
    async (colorScheme) => {
      const { page } = await fixture.open(fixture.people.administrator, '/sites', { colorScheme })
      await page.locator('.table tbody input[type=checkbox]').first().check()
      await page.getByText('1 selected').waitFor()
      await page.mouse.move(0, 0)
      const { row, badge, other } = await colours(page)
      expect(row).not.toBe(other)
      expect(badge).not.toBe(row)
    },
  )

  it.each([1440, 1280, 1024])('has no column of Domains over another at %d px', async (width) => {
    const { db } = fixture.service
    const url = 'https://a-name-that-goes-on-and-on-as-names-of-firms-do.example/'
    await db.updateTable('sites').set({ url }).where('id', '=', fixture.sites[0]!.id).execute()
    const viewport = { width, height: 800 }
    const { page, settled } = await fixture.open(fixture.people.administrator, '/domains', { viewport })
    await page.getByRole('row', { name: fixture.sites[0]!.name }).waitFor()
    await settled()
    expect(await overflowingCells(page)).toEqual([])
  })

  it('does not break the labels of a row within words on a phone', async () => {
    const viewport = { width: 390, height: 844 }
    const { page, settled } = await fixture.open(fixture.people.administrator, '/domains', { viewport })
    await page.getByRole('row', { name: fixture.sites[0]!.name }).waitFor()
    await settled()
    const label = (cell: string) => `parseFloat(getComputedStyle(${cell}, '::before').width)`
    const widths = (await page.evaluate(
      `[...document.querySelectorAll('.table td[data-title="Status"]')].map((cell) => ${label('cell')})`,
    )) as number[]
    expect(widths.length).toBeGreaterThan(0)
    // The word needs that much.
    expect(Math.min(...widths)).toBeGreaterThan(35)
  })
})
