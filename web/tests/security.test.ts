import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })
const { rest } = callers(fixture)
const file = 'weak/weak.php'

const hostile = '<img src=x onerror="document.title=1"> & co'

async function publish(): Promise<void> {
  for (const site of fixture.fleet.sites) site.addPlugin({ file, name: 'Weak', version: '1.0', active: true })
  for (const { id } of fixture.sites) await rest(`POST /sites/${id}/sync`)
  const range = { from_version: '*', from_inclusive: true, to_version: '1.0', to_inclusive: true }
  const software = [{ type: 'plugin', slug: 'weak', affected_versions: [range] }]
  const record = {
    id: 'w',
    title: `Weak ${hostile}`,
    cve: 'CVE-2026-70001',
    cvss: { score: 9.1, rating: 'Critical' },
    software,
  }
  const { status, text } = await rest('POST /settings/reports/vulnerabilities/import', {
    feed: JSON.stringify([record]),
  })
  if (status !== 200) throw new Error(text)
}

describeIf(chromiumRequirement)('security pages', () => {
  it('say that nothing is known without a source', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/security')
    await page.getByText('No source of known vulnerabilities is configured.').waitFor()
    await page.getByText('This does not mean that the sites are safe').waitFor()
    expect(await page.locator('.stat b').first().innerText()).toBe('–')
    expect(pageErrors).toEqual([])
  })

  it('lead from a CVE number to one decision for all sites, with its result', async () => {
    await publish()
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/security/emergency')
    await page.getByLabel('CVE number, name or slug').fill('cve-2026-70001')
    await page.getByRole('button', { name: 'Find sites' }).click()
    await page.getByRole('link', { name: `Weak ${hostile}` }).click()
    await page.getByText('3 of 3 affected sites are open, 3 with the software active.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('3 of 3 affected sites are open, 0 with the software active.').waitFor({ timeout: 30_000 })
    expect(fixture.fleet.sites.map((site) => site.plugin(file)?.active)).toEqual([false, false, false])
    await page.getByRole('button', { name: 'Accept the risk' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Inactive until it is replaced.')
    await dialog.getByRole('button', { name: 'Accept on 3 sites' }).click()
    await page.getByText('No affected sites are open: 0 fixed, 3 accepted.').waitFor()
    expect(pageErrors).toEqual([])
  })

  it('show the vulnerability on the site, with its buttons, and the passed checks', async () => {
    await publish()
    const id = fixture.sites[0]!.id
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, `/sites/${id}/security`)
    await page.getByRole('link', { name: `Weak ${hostile}` }).waitFor()
    await page.getByText('Passed checks').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Activate https' }).waitFor()
    await page.getByRole('button', { name: 'Hide version' }).click()
    await page.getByText('The homepage does not show the WordPress version').waitFor()
    expect(await page.getByRole('button', { name: 'Hide version' }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })
})
