import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 2 })
const { rest } = callers(fixture)
const nameOf = (at: number) => fixture.fleet.sites[at]!.url

describeIf(chromiumRequirement)('import pages', () => {
  it('clients: shows the plan of each row, imports valid rows, and retries a corrected row', async () => {
    await rest('POST /clients/add', { name: 'Harbour', client_email: 'info@harbour.example' })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/clients')
    await page.getByRole('link', { name: 'Import' }).click()
    const list = [
      'name,client_email,note,selected_sites',
      `Bakery,info@bakery.example,"two\nlines",${nameOf(0)}`,
      'Harbour Office,info@harbour.example,,',
      'Nobody,not an address,,',
    ]
    await page.getByLabel('Paste it here').fill(list.join('\n'))
    await page.getByRole('button', { name: 'Look at the list' }).click()
    const row = (name: string) => page.getByRole('row', { name })
    await row('Bakery').getByText('Will be added').waitFor()
    await row('Harbour Office').getByText('Will be changed').waitFor()
    await row('Nobody').getByText('Needs correcting').waitFor()
    await row('Nobody')
      .getByText(/client_email .*e-mail address/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 2 clients' }).click()
    await row('Bakery').getByText('Added').waitFor()
    await row('Harbour Office').getByText('Changed').waitFor()
    await page.getByRole('button', { name: 'Edit row 3' }).click()
    await page.getByRole('dialog').getByLabel('client_email').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Save and import this row' }).click()
    await row('Nobody').getByText('Added').waitFor()
    const { body } = await rest('GET /clients')
    const names = body.data.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual(['Bakery', 'Harbour Office', 'Nobody'])
    expect(pageErrors).toEqual(expect.not.arrayContaining([expect.stringContaining('Error')]))
  })

  it('costs: finds their sites by name', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/costs/import')
    await page
      .getByLabel('Paste it here')
      .fill(`name;price;renewal_type;sites\nForms Pro;49;yearly;${nameOf(0)}\nHosting;much;monthly;${nameOf(1)}`)
    await page.getByRole('button', { name: 'Look at the list' }).click()
    await page.getByRole('row', { name: 'Hosting' }).getByText('Needs correcting').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 1 cost' }).click()
    await page.getByRole('row', { name: 'Forms Pro' }).getByText('Added').waitFor()
    expect((await rest('GET /costs')).body.data).toMatchObject([{ name: 'Forms Pro', price: 49 }])
  })

  it('clients: reports unknown columns', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/clients/import')
    await page.getByLabel('Paste it here').fill('name,colour\nBakery,red')
    await page.getByRole('button', { name: 'Look at the list' }).click()
    await page.getByText(/unknown columns: colour/).waitFor()
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
  })

  it('clients: reports the line of a broken row', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/clients/import')
    await page.getByLabel('Paste it here').fill('name,client_email\n"Bakery"x,info@bakery.example')
    await page.getByRole('button', { name: 'Look at the list' }).click()
    await page.getByText('The row on line 2 is broken').waitFor()
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
  })

  it('users: opens the job that creates them', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/site-users/import')
    await page
      .getByLabel('Paste it here')
      .fill(`username,email,role,websites\nmila,mila@example.com,editor,${nameOf(0)}; ${nameOf(1)}`)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Look at the list' }).click()
    await page.getByRole('row', { name: 'mila' }).getByText('Will be added').waitFor()
    await page.getByRole('button', { name: 'Import 1 user' }).click()
    await page.waitForURL('**/jobs/*')
    await page.getByRole('main').getByText('Completed', { exact: true }).waitFor()
    expect(fixture.fleet.sites.map((site) => site.users.some(({ login }) => login === 'mila'))).toEqual([true, true])
    expect(pageErrors).toEqual([])
  })

  it('clients: refuses viewers', async () => {
    const { page } = await fixture.open(fixture.people.viewer, '/clients/import')
    await page.getByText('Your role only looks').waitFor()
  })

  it.each(['/clients/import', '/costs/import', '/site-users/import'])('%s fits a phone', async (path) => {
    const { page } = await fixture.open(fixture.people.administrator, path, { viewport: { width: 390, height: 844 } })
    await page.getByLabel('Paste it here').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
  })
})
