import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 2 })
const { rest } = callers(fixture)

/** Playwright evaluates scripts in the sandboxed frame, which the browser reports; ignore that. */
const aboutUs = (pageErrors: string[]) => pageErrors.filter((text) => !text.startsWith('Blocked script execution in'))

const addClient = async () => {
  const selected_sites = fixture.sites.map(({ id }) => id)
  const { body } = await rest('POST /clients/add', {
    name: 'Harbour',
    client_email: 'info@harbour.example',
    selected_sites,
  })
  return body.data.id as number
}

describeIf(chromiumRequirement)('the reports page', () => {
  it('shows a client’s report in a sandboxed frame', async () => {
    await addClient()
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/reports')
    await page.getByText('Choose a client').first().waitFor()
    await page.getByRole('combobox', { name: 'Client' }).fill('Harb')
    await page.getByRole('option', { name: 'Harbour' }).click()
    const report = page.frameLocator('iframe[title="Report for Harbour"]')
    await report.getByRole('heading', { name: 'Website care report' }).waitFor()
    await report.getByText(fixture.fleet.sites[0]!.title).first().waitFor()
    expect(page.url()).toContain('client=1')
    expect(aboutUs(pageErrors)).toEqual([])
  })

  it('changes a sentence of reports and restores the default', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/reports?view=branding')
    const sentence = (text: string) => page.getByRole('listitem').filter({ hasText: text })
    const usual = sentence('No updates were installed in this period.')
    await usual.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Sentence').fill('Everything was up to date.')
    await page.getByText('In the report: Everything was up to date.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await sentence('Everything was up to date.').getByRole('button', { name: 'Restore default' }).click()
    await usual.waitFor()
  })

  it('downloads tables of the selected period', async () => {
    const id = await addClient()
    const { page } = await fixture.open(
      fixture.people.viewer,
      `/reports?client=${id}&period=own&from=2026-09-01&until=2026-09-30`,
    )
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('report-harbour-2026-09-01-2026-09-30.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain(fixture.fleet.sites[1]!.title)
  })

  it('shows one part of a site’s report', async () => {
    const { page } = await fixture.open(fixture.people.viewer, `/reports?site=${fixture.sites[0]!.id}&segment=website`)
    const report = page.frameLocator('iframe')
    await report.getByRole('heading', { name: 'Website', exact: true }).waitFor()
  })

  itForRelease('explains why a client without sites has no report', async () => {
    await rest('POST /clients/add', { name: 'Pier' })
    const { page } = await fixture.open(fixture.people.viewer, '/reports?client=1')
    await page.getByRole('alert').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  })

  it('shows recipients and obstacles before sending', async () => {
    const id = await addClient()
    const { page } = await fixture.open(fixture.people.manager, `/reports?client=${id}`)
    await page.getByRole('button', { name: 'Send by e-mail' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send the report for Harbour' })
    await dialog.getByText('Leave empty for info@harbour.example.').waitFor()
    await dialog.locator('.notice').first().waitFor()
  })

  itForRelease('previews the cover while branding is edited, and applies it to reports', async () => {
    const id = await addClient()
    const { page } = await fixture.open(fixture.people.administrator, `/reports?client=${id}&view=branding`)
    await page.getByLabel('Company').fill('Lighthouse Care')
    await page.getByLabel('Title on the cover').fill('How your site did')
    await page.locator('.cover-preview').getByText('How your site did').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. New reports use this design.').waitFor()
    await page.getByRole('link', { name: 'Report', exact: true }).click()
    const report = page.frameLocator('iframe')
    await report.getByRole('heading', { name: 'How your site did' }).waitFor()
    await report.getByText('Lighthouse Care').first().waitFor()
  })
})
