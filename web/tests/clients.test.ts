import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })
const { rest } = callers(fixture)

const addClient = async (fields: object) => (await rest('POST /clients/add', { name: 'Harbour', ...fields })).body.data
const ids = () => fixture.sites.map(({ id }) => id)

describeIf(chromiumRequirement)('clients and tags', () => {
  it('adds a client with sites and custom fields and shows them on its page', async () => {
    await rest('POST /clients/fields/add', { name: 'Customer number' })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/clients')
    await page.getByText('No clients yet').waitFor()
    await page.getByRole('button', { name: 'Add a client' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a client' })
    await dialog.getByLabel('Name').fill('Harbour')
    await dialog.getByLabel('E-mail').fill('info@harbour.example')
    await dialog.getByLabel('Customer number').fill('K-7')
    await dialog.getByRole('combobox', { name: 'Sites' }).fill(fixture.fleet.sites[0]!.title)
    await dialog.getByRole('option', { name: fixture.fleet.sites[0]!.title }).click()
    await dialog.getByRole('button', { name: 'Add client' }).click()
    await page.getByRole('heading', { name: 'Harbour' }).waitFor()
    await page.getByText('K-7').waitFor()
    await page.getByText('Address–').waitFor()
    const [added] = (await rest('GET /clients')).body.data
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(added.created_at),
    )
    await page.getByText(`Client since ${day}`).waitFor()
    await page.getByRole('link', { name: fixture.fleet.sites[0]!.title }).waitFor()
    expect(pageErrors).toEqual([])
  })

  it('adds, shows and removes contacts of a client', async () => {
    const { id } = await addClient({})
    const { page, pageErrors } = await fixture.open(fixture.people.manager, `/clients/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Contacts', { exact: true }).click()
    for (const [position, name] of ['Ada', 'Bob'].entries()) {
      await dialog.getByRole('button', { name: 'Add a contact' }).click()
      const contact = dialog.getByRole('group', { name: `Contact ${position + 1}` })
      await contact.getByLabel('Name').fill(name)
      await contact.getByLabel('Primary contact').check()
    }
    await dialog.getByRole('group', { name: 'Contact 1' }).getByLabel('E-mail').fill('ada')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('group', { name: 'Contact 1' }).getByLabel('E-mail').fill('ada@harbour.example')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'ada@harbour.example' }).waitFor()
    expect((await rest(`GET /clients/${id}`)).body.data.contacts).toMatchObject([
      { name: 'Ada', is_primary: false },
      { name: 'Bob', is_primary: true },
    ])
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByRole('button', { name: 'Remove Ada' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'ada@harbour.example' }).waitFor({ state: 'detached' })
    await page.getByRole('listitem').filter({ hasText: 'Bob' }).getByText('Primary contact').waitFor()
    // The refused e-mail address.
    expect(pageErrors.filter((error) => !error.includes('400'))).toEqual([])
  })

  itForRelease('closes the dialog of a client when another one is opened with Ctrl-K', async () => {
    const { id } = await addClient({})
    await addClient({ name: 'Windmill' })
    const { page } = await fixture.open(fixture.people.administrator, `/clients/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: /Harbour/ }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a site' }).fill('Windmill')
    await page.getByRole('option', { name: 'Windmill' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Windmill', level: 1 }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('says that a site belongs to another client before it moves, and takes the move back', async () => {
    const [site] = fixture.fleet.sites
    const former = await addClient({ name: 'Former client', selected_sites: ids().slice(0, 1) })
    const { id } = await addClient({})
    const clientOfSite = async () => (await rest(`GET /sites/${ids()[0]}`)).body.data.client_id
    const { page, pageErrors } = await fixture.open(fixture.people.manager, `/clients/${id}`)
    const findSite = async () => {
      await page.getByRole('combobox', { name: 'Add a site to this client' }).fill(site!.title)
      await page.getByRole('option', { name: site!.title }).filter({ hasText: 'Client: Former client' }).click()
    }
    await findSite()
    const question = page.getByRole('dialog', { name: `Move ${site!.title} to Harbour?` })
    await question.getByText('belongs to the client Former client').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await clientOfSite()).toBe(former.id)
    await findSite()
    await question.getByRole('button', { name: 'Move site' }).click()
    await page.getByText(`${site!.title} is assigned to Harbour`).waitFor()
    expect(await clientOfSite()).toBe(id)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(clientOfSite).toBe(former.id)

    await page.goto('/clients')
    await page.getByRole('button', { name: 'Add a client' }).first().click()
    const adding = page.getByRole('dialog', { name: 'Add a client' })
    await adding.getByRole('combobox', { name: 'Sites' }).fill(site!.title)
    await adding.getByRole('option', { name: site!.title }).click()
    await adding.getByText(`${site!.title} belongs to Former client now and would leave it.`).waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('names costs and hours before a client is deleted', async () => {
    const { id } = await addClient({})
    await rest('POST /costs/add', { name: 'Licence', price: 10, clients: [id] })
    await rest('POST /time-tracker/tasks/add', { title: 'Setup', client: id, duration: '1:30' })
    const { page } = await fixture.open(fixture.people.administrator, `/clients/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Its costs (1) would stay without this client.').waitFor()
    await dialog.getByText('Its tasks (1, 1.5 hours) would stay without a client.').waitFor()
  })

  itForRelease('shows field errors at their fields and keeps the input after a click on the backdrop', async () => {
    await addClient({ client_email: 'info@harbour.example' })
    const { page } = await fixture.open(fixture.people.administrator, '/clients')
    await page.getByRole('button', { name: 'Add a client' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a client' })
    await page.mouse.click(5, 5)
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Add a client' }).click()
    await dialog.getByLabel('Name').fill('Another')
    await page.mouse.click(5, 5)
    expect(await dialog.getByLabel('Name').inputValue(), 'a slip beside the form').toBe('Another')
    await dialog.getByLabel('E-mail').fill('not an address')
    await dialog.getByRole('button', { name: 'Add client' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  })

  it('shows the affected sites before suspending a client, and resumes them', async () => {
    const { id } = await addClient({ selected_sites: ids().slice(0, 2) })
    const { page } = await fixture.open(fixture.people.administrator, `/clients/${id}`)
    await page.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend Harbour and its sites' })
    for (const { title } of fixture.fleet.sites.slice(0, 2)) await dialog.getByText(title).waitFor()
    expect(await dialog.getByText(fixture.fleet.sites[2]!.title).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Harbour is suspended, and so are its sites').waitFor()
    await expect.poll(() => page.getByRole('row').getByText('Suspended').count()).toBe(2)
    await page.getByRole('button', { name: 'Unsuspend' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unsuspend' }).click()
    await expect.poll(() => page.getByRole('row').getByText('Not synced yet', { exact: true }).count()).toBe(2)
  })

  itForRelease('suspends a client without sites, and returns to the list after deleting', async () => {
    const { id } = await addClient({})
    const { page } = await fixture.open(fixture.people.administrator, `/clients/${id}`)
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('dialog').getByText('Nothing else is affected').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByRole('main').getByText('Suspended', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No clients yet').waitFor()
  })

  it('creates a tag, links to its sites, and shows the plan before deleting it', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/tags')
    await page.getByRole('button', { name: 'Add a tag' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a tag' })
    await dialog.getByLabel('Name').fill('Care plan')
    await dialog.getByRole('button', { name: 'Colour #2f6fdb' }).click()
    await dialog.getByRole('button', { name: 'Add tag' }).click()
    const row = page.getByRole('row', { name: /Care plan/ })
    await row.waitFor()
    const { body } = await rest('GET /tags')
    expect(body.data).toMatchObject([{ name: 'Care plan', color: '#2f6fdb' }])
    await rest('POST /sites/tags', { site_ids: ids(), add: [body.data[0].id] })
    await page.reload()
    expect(await row.getByRole('link', { name: '3' }).getAttribute('href')).toContain(`tag_id=${body.data[0].id}`)
    await page.getByRole('button', { name: /^Export/ }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'As JSON lines' }).click()
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).name)).toEqual(['Care plan'])
    await page.getByRole('button', { name: 'Delete Care plan' }).click()
    await page.getByRole('dialog').getByText('removed from 3 site(s)').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No tags yet').waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease(
    'exports all data of a client, gives it a language and erases it after the number of sites is typed',
    async () => {
      const { id } = await addClient({ client_email: 'info@harbour.example', selected_sites: ids().slice(0, 2) })
      const { page, pageErrors } = await fixture.open(fixture.people.administrator, `/clients/${id}`)
      await page.getByRole('button', { name: 'Branding and language' }).click()
      const branding = page.getByRole('dialog', { name: 'Branding and language for Harbour' })
      await branding.getByLabel('Language').selectOption('de')
      await branding.getByLabel('Sender name').fill('Harbour Care')
      expect(await seriousFindings(page)).toEqual([])
      await branding.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved. The next report uses it.').waitFor()
      expect((await rest(`GET /clients/${id}/branding`)).body.data.own).toEqual({
        company_name: 'Harbour Care',
        language: 'de',
      })

      await page.getByRole('button', { name: 'Change', exact: true }).click()
      const schedule = page.getByRole('dialog', { name: 'Monthly report for Harbour' })
      await schedule.getByLabel('Send the report every month').check()
      await schedule.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The report is sent every month.').waitFor()
      await page.getByText('about the month before').waitFor()
      await page.getByRole('link', { name: 'Preview report' }).click()
      await page.frameLocator('iframe').locator('html[lang=de]').waitFor()
      await page.frameLocator('iframe').getByText('Harbour Care').first().waitFor()
      await page.goto(`/clients/${id}`)

      const more = page.getByRole('button', { name: 'More for Harbour' })
      await more.click()
      await page.getByRole('menuitem', { name: 'Export all data' }).click()
      const exporting = page.getByRole('dialog', { name: 'Export all data of Harbour' })
      await exporting.getByText('Sites, with notes').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      const saved = page.waitForEvent('download')
      await exporting.getByRole('button', { name: 'Export', exact: true }).click()
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`^client-${id}-[0-9-]+\\.zip$`))
      const files = unzipSync(await readFile(await (await saved).path()))
      expect(strFromU8(files['INDEX.txt']!)).toContain('Data of the client Harbour')
      const lines = strFromU8(files['jsonl/sites.jsonl']!).trim().split('\n')
      expect(lines.map((line) => JSON.parse(line).url).toSorted()).toEqual(
        fixture.sites
          .slice(0, 2)
          .map(({ url }) => url)
          .toSorted(),
      )
      await exporting.getByRole('button', { name: 'Close', exact: true }).last().click()

      await more.click()
      await page.getByRole('menuitem', { name: 'Erase all data' }).click()
      const erasing = page.getByRole('dialog', { name: 'Erase all data of Harbour' })
      await erasing.getByText('Backups of Flotilla keep these data').waitFor()
      const erase = erasing.getByRole('button', { name: 'Erase', exact: true })
      await erasing.getByLabel(/Type the number of its sites/).fill('3')
      expect([await erase.isDisabled(), await seriousFindings(page)]).toEqual([true, []])
      await erasing.getByLabel(/Type the number of its sites/).fill('2')
      await erase.click()
      await page.getByText('Running in the background').first().waitFor()
      // The toast has a link within its sentence.
      expect(await seriousFindings(page)).toEqual([])
      // The job goes on after the client is gone, and would erase the client with the same id of the next test.
      const outcomes = async () =>
        (await rest('GET /jobs')).body.data.map(({ outcome }: { outcome: string }) => outcome)
      await expect.poll(outcomes, { timeout: 60_000 }).toEqual(['succeeded'])
      expect((await rest(`GET /clients/${id}`)).status).toBe(404)
      expect((await rest('GET /sites?per_page=10')).body.total).toBe(1)
      expect(fixture.fleet.sites.map(({ connection }) => connection === null)).toEqual([true, true, false])
      expect(pageErrors).toEqual([])
    },
  )

  it('hides what a viewer may not do', async () => {
    const { id } = await addClient({})
    const { page } = await fixture.open(fixture.people.viewer, `/clients/${id}`)
    await page.getByRole('heading', { name: 'Harbour' }).waitFor()
    for (const name of [
      'Edit',
      'Suspend',
      'Delete',
      'Add a site to this client',
      'More for Harbour',
      'Branding and language',
    ]) {
      expect(await page.getByRole('main').getByLabel(name).or(page.getByRole('button', { name })).count(), name).toBe(0)
    }
  })
})
