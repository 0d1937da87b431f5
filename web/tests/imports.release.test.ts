import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 2 })
const { rest } = callers(fixture)
const nameOf = (at: number) => fixture.fleet.sites[at]!.url

describeIf(chromiumRequirement)('import pages', () => {
  it('clients: maps the columns, shows the plan, and imports a corrected row at once', async () => {
    await rest('POST /clients/add', { name: 'Harbour', client_email: 'info@harbour.example' })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/clients')
    await page.getByRole('link', { name: 'Import' }).click()
    const list = [
      'Firma;Kontakt;note;Sites;Farbe',
      `Bakery;info@bakery.example;"two\nlines";${nameOf(0)};rot`,
      'Harbour Office;info@harbour.example;;;blau',
      'Wrong;not an address;;;',
    ]
    await page.getByLabel('Paste the table here').fill(list.join('\n'))
    await page.getByRole('button', { name: 'Next: columns' }).click()
    await page.getByText('Client name is required').waitFor()
    await page.getByLabel('Field of the column Firma').selectOption('name')
    await page.getByLabel('Field of the column Kontakt').selectOption('client_email')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Check 3 rows' }).click()
    const result = page.getByRole('region', { name: 'Result', exact: true })
    const row = (name: string) => result.getByRole('row', { name })
    await row('Bakery').getByText('Will be added').waitFor()
    await row('Harbour Office').getByText('Will be changed').waitFor()
    await row('Wrong').getByText('Needs correcting').waitFor()
    await page
      .getByText(/must be an e-mail address/)
      .first()
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await row('Bakery').getByText('Added').waitFor()
    await row('Harbour Office').getByText('Changed').waitFor()
    await page.getByLabel('Row 3, E-mail address').fill('right@example.com')
    await page.getByLabel('Row 3, E-mail address').press('Enter')
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await row('Wrong').getByText('Added').waitFor()
    const { body } = await rest('GET /clients')
    const names = body.data.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual(['Bakery', 'Harbour Office', 'Wrong'])
    expect(pageErrors).toEqual([])
  })

  it('costs: finds sites by address, and adds the clients they name', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/costs/import')
    await page
      .getByLabel('Paste the table here')
      .fill(
        `name;price;renewal_type;sites;Client\nForms Pro;49;yearly;${nameOf(0)};Corner Bakery\nHosting;much;monthly;${nameOf(1)};`,
      )
    await page.getByRole('button', { name: 'Next: columns' }).click()
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    await page.getByText('New clients: Corner Bakery').waitFor()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page
      .getByRole('region', { name: 'Result', exact: true })
      .getByRole('row', { name: 'Forms Pro' })
      .getByText('Added')
      .waitFor()
    expect((await rest('GET /costs')).body.data).toMatchObject([{ name: 'Forms Pro', price: 49, clients: [1] }])
  })

  it('clients: reads a file in another encoding', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/clients/import')
    const content = Buffer.from('Name\tStadt\nBäckerei Müller\tKöln', 'utf16le')
    const file = { name: 'clients.csv', mimeType: 'text/csv', buffer: content }
    await page.getByLabel('Choose a CSV file').setInputFiles(file)
    await page.getByLabel('Field of the column Stadt').selectOption('city')
    await page.getByRole('button', { name: 'Check 1 row' }).click()
    await page.getByRole('row', { name: 'Bäckerei Müller' }).getByText('Will be added').waitFor()
  })

  it('clients: reports the line of a broken row', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/clients/import')
    await page.getByLabel('Paste the table here').fill('name,client_email\n"Bakery"x,info@bakery.example')
    await page.getByRole('button', { name: 'Next: columns' }).click()
    await page.getByText('The row on line 2 cannot be read').waitFor()
  })

  it('users: says that e-mail is off, and keeps the rows', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/access/import')
    await page.getByLabel('Paste the table here').fill('E-mail,Password\nmila@agency.example,secret')
    await page.getByRole('button', { name: 'Next: columns' }).click()
    expect(await page.getByLabel('Field of the column Password').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Check 1 row' }).click()
    await page.getByText(/PUBLIC_URL/).waitFor()
    await page.getByRole('row', { name: 'mila@agency.example' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('sites: downloads a template', async () => {
    const { page } = await fixture.open(fixture.people.manager, '/sites/import')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a template' }).click()
    expect((await download).suggestedFilename()).toBe('flotilla-sites.csv')
  })

  it('users of sites: maps columns, corrects a wrong row, and creates the users on all sites of a row', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/site-users/import')
    const table = [
      'Login;Mail;Shoe size;Select sites',
      `mila;mila@example.com;40;"${nameOf(0)}; ${nameOf(1)}"`,
      `nils;not an address;41;${nameOf(0)}`,
    ].join('\n')
    await page.getByLabel('Paste the table here').fill(table)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Next: columns' }).click()
    expect(await page.getByLabel('Field of the column Shoe size').inputValue()).toBe('')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Check 2 rows' }).click()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 row added.').waitFor()
    expect(fixture.fleet.sites.map((site) => site.users.some(({ login }) => login === 'mila'))).toEqual([true, true])
    await page.getByLabel('Row 2, E-mail address').fill('nils@example.com')
    await page.getByRole('button', { name: 'Check these rows again' }).click()
    fixture.fleet.sites[0]!.setFault('refuse')
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await page.getByText('1 row added, 1 row failed.').waitFor()
    await fixture.fleet.sites[0]!.clearFaults()
    expect(await seriousFindings(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('clients: refuses viewers', async () => {
    const { page } = await fixture.open(fixture.people.viewer, '/clients/import')
    await page.getByText('You have read-only access').waitFor()
  })

  it.each(['/sites/import', '/clients/import', '/costs/import', '/access/import', '/site-users/import'])(
    '%s fits a phone',
    async (path) => {
      const { page } = await fixture.open(fixture.people.administrator, path, { viewport: { width: 390, height: 844 } })
      await page.getByLabel('Paste the table here').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
    },
  )
})
