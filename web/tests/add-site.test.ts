import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
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
    await page.getByLabel('Administrator').fill(site.admin.login)
    await page.getByLabel('Password').first().fill(site.admin.password)
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await page.getByRole('heading', { name: `is connected` }).waitFor()
    await page.getByText(/updates? wait on this site/).waitFor()
    await page.getByRole('button', { name: 'Look at the plan and update' }).click()
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

  it('explains how to disconnect a site from another dashboard, and keeps the input', async () => {
    const site = await newcomer(1)
    site.connect({ publicKey: 'another key', server: 'https://another.example/' })
    const { page } = await fixture.open(fixture.people.manager, '/sites/add')
    await page.getByLabel('Address').fill(site.url)
    await page.getByLabel('Administrator').fill(site.admin.login)
    await page.getByLabel('Password').first().fill(site.admin.password)
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await page.getByText('This site belongs to another dashboard').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    site.disconnect()
    await page.getByRole('button', { name: 'Add and connect' }).click()
    await page.getByRole('heading', { name: `is connected` }).waitFor()
  })

  it('imports a list with an outcome per row, and retries a corrected row', async () => {
    const [good, wrong] = [await newcomer(2), await newcomer(3)]
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/sites/import')
    await page
      .getByLabel('Paste it here')
      .fill(
        [
          'url,admin,admin_password,name',
          `${good.url},${good.admin.login},${good.admin.password},"Bakery, the good one"`,
          `${wrong.url},${wrong.admin.login},mistyped,Dentist`,
          'not an address,admin,,Nobody',
        ].join('\n'),
      )
    await page.getByRole('button', { name: 'Look at the list' }).click()
    await page.getByRole('row', { name: 'Nobody' }).getByText('Needs correcting').waitFor()
    await page.getByRole('button', { name: 'Import 2 sites' }).click()
    await page.getByRole('row', { name: 'Bakery, the good one' }).getByText('Added').waitFor()
    await page.getByRole('row', { name: 'Dentist' }).getByText('Failed').waitFor()
    await page
      .getByRole('row', { name: 'Dentist' })
      .getByText(/password is wrong/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Edit row 2' }).click()
    await page.getByRole('dialog').getByLabel('admin_password').fill(wrong.admin.password)
    await page.getByRole('button', { name: 'Save and import this row' }).click()
    await page.getByRole('row', { name: 'Dentist' }).getByText('Connected').waitFor()
    expect(pageErrors).toEqual([])
  })
})
