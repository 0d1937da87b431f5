import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 4 })

/** Removes the fleet's site, so that it can be added again. */
async function newcomer(at: number) {
  const { administrator } = fixture.people
  const url = `/api/v2/sites/${fixture.sites[at]!.id}/remove?confirm=true`
  await fixture.service.request({ method: 'DELETE', url, headers: administrator.headers })
  const site = fixture.fleet.sites[at]!
  site.disconnect()
  return site
}

describeIf(chromiumRequirement)('adding sites', () => {
  it('connects a site, syncs it and offers its pending updates', async () => {
    const site = await newcomer(0)
    site.addPlugin({ file: 'shop/shop.php', name: 'Corner Shop', version: '1.0', offer: '1.1' })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/sites/add')
    await page.getByLabel('Address').fill(site.url)
    await page.getByRole('figure', { name: 'Preview of the site' }).getByText(site.title).waitFor()
    await page.getByLabel('Administrator').fill(site.admin.login)
    await page.getByLabel('Password').first().fill(site.admin.password)
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await page.getByRole('heading', { name: `is connected` }).waitFor()
    await page.getByText(/updates? (is|are) available for this site/).waitFor()
    await page.getByRole('button', { name: 'Review and update' }).click()
    await page.getByRole('dialog').getByText('Corner Shop').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('shows field errors at their fields', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/sites/add')
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await expect.poll(() => page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.getByLabel('Administrator').getAttribute('aria-invalid')).toBe('true')
  })

  it('says that a site is in the fleet and which client has it, and leads to it', async () => {
    const { id } = fixture.sites[0]!
    const { administrator } = fixture.people
    const client = { name: 'Harbour', selected_sites: [id] }
    const headers = { ...administrator.headers, 'content-type': 'application/json' }
    await fixture.service.request({ method: 'POST', url: '/api/v2/clients/add', headers, payload: client })
    const { page } = await fixture.open(fixture.people.manager, '/sites/add')
    await page.getByLabel('Address').fill(fixture.fleet.sites[0]!.url)
    await page.getByLabel('Administrator').fill('ada')
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await page.getByRole('alert').getByText('belongs to the client Harbour').waitFor()
    await page.getByRole('link', { name: 'Go to the existing site' }).click()
    await page.waitForURL(`**/sites/${id}/connection`)
  })

  itForRelease('explains how to disconnect a site from another dashboard, and keeps the input', async () => {
    const site = await newcomer(1)
    site.connect({ publicKey: 'another key', server: 'https://another.example/' })
    const { page } = await fixture.open(fixture.people.manager, '/sites/add')
    await page.getByLabel('Address').fill(site.url)
    await page.getByLabel('Administrator').fill(site.admin.login)
    await page.getByLabel('Password').first().fill(site.admin.password)
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await page.getByText('This site is connected to another dashboard').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    site.disconnect()
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await page.getByRole('heading', { name: `is connected` }).waitFor()
  })

  itForRelease('imports a list with an outcome per row, and retries a corrected row', async () => {
    const [good, wrong] = [await newcomer(2), await newcomer(3)]
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/sites/import')
    await page
      .getByLabel('Paste the table here')
      .fill(
        [
          'Website|Admin|Admin password|Site name|Client|Tags|PHP',
          `${good.url}|${good.admin.login}|${good.admin.password}|"Bakery, the good one"|Bakery Ltd|care plan, shop|8.3`,
          `${wrong.url}|${wrong.admin.login}|mistyped|Dentist|Bakery Ltd|shop|8.2`,
          'htp:/broken address|admin||Broken|||',
        ].join('\n'),
      )
    await page.getByRole('button', { name: 'Next: columns' }).click()
    expect(await page.getByLabel('Field of the column PHP').inputValue()).toBe('')
    expect(await page.getByLabel('Field of the column Website').inputValue()).toBe('url')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Check 3 rows' }).click()
    await page.getByText('New clients: Bakery Ltd').waitFor()
    await page.getByText('New tags: care plan, shop').waitFor()
    await page.getByText('1 row needs correcting').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    const result = page.getByRole('region', { name: 'Result', exact: true })
    await result.getByRole('row', { name: 'Bakery, the good one' }).getByText('Added').waitFor()
    await result.getByRole('row', { name: 'Dentist' }).getByText('Failed').waitFor()
    await result
      .getByRole('row', { name: 'Dentist' })
      .getByText(/password is wrong/)
      .waitFor()
    await page.getByText('1 row added, 1 row failed').waitFor()
    await page.getByLabel('Row 2, Administrator password').fill(wrong.admin.password)
    await page.getByLabel('Row 3, Site address').fill(good.url)
    await page.getByRole('button', { name: 'Check these rows again' }).click()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await result.getByRole('row', { name: 'Dentist' }).getByText('Changed').waitFor()
    await result.getByRole('row', { name: 'Broken' }).getByText('Skipped').waitFor()
    expect(pageErrors).toEqual([])
  })
})
