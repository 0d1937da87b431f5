import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { startRecordingServer } from '../../service/testing/recording-server.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seedSites } from '../../service/testing/seed-sites.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 17 })
const { ability, rest } = callers(fixture)

describeIf(chromiumRequirement)('actions on many sites', () => {
  it('deactivates a plugin without a fix on 17 sites and proves it with at most six clicks; a failed site is retried', async () => {
    const slug = 'slider/slider.php'
    for (const site of fixture.fleet.sites)
      site.addPlugin({ file: slug, name: 'Old Slider', version: '1.0', active: true })
    await ability('sync-sites', {})
    const [first] = fixture.fleet.sites
    first!.setFault('false-success', { on: 'plugin_action' })
    let clicks = 0
    const click = async (target: Locator) => {
      clicks++
      await target.click()
    }
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/plugins?search=Old+Slider')
    await click(page.getByRole('link', { name: 'Old Slider' }))
    await page.getByText('on 17 sites, active on 17').waitFor()
    await click(page.getByLabel('Select all on this page'))
    await click(page.getByRole('button', { name: 'Deactivate', exact: true }))
    const dialog = page.getByRole('dialog', { name: 'Deactivate Old Slider on 17 sites' })
    await dialog.getByText('17 sites will be changed.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await click(dialog.getByRole('button', { name: 'Deactivate', exact: true }))
    await dialog.getByText('Done on 16 of 17 sites.').waitFor()
    await dialog.getByText(first!.title).waitFor()
    await first!.clearFaults()
    await click(dialog.getByRole('button', { name: 'Retry 1 failed site' }))
    await dialog.getByText('Done on all 17 sites.').waitFor()
    await click(dialog.getByRole('button', { name: 'Done', exact: true }))
    await expect.poll(() => page.getByRole('cell', { name: 'Inactive' }).count()).toBe(17)
    await page.getByText('on 17 sites, active on 0').waitFor()
    expect(clicks).toBeLessThanOrEqual(6)
    expect(fixture.fleet.sites.filter((site) => site.plugin(slug)?.active)).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('selects all sites that match without reading them, and acts with one plan', async () => {
    await seedSites(fixture.service.db, 200, (number) => ({
      url: `https://shop-${number}.example/`,
      name: `Shop ${number}`,
    }))
    const { page, calls, settled } = await fixture.open(fixture.people.administrator, '/sites?search=shop-')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Select all 200' }).click()
    await page.getByText('All 200 selected').waitFor()
    await page.getByLabel('Select Shop 1', { exact: true }).uncheck()
    await page.getByText('All 199 selected').waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export as JSON lines' }).click()
    const exported = (await readFile(await (await saved).path(), 'utf8'))
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row).name)
    expect([exported.length, exported.includes('Shop 1'), exported.includes('Shop 2')]).toEqual([199, false, true])
    await settled()
    calls.length = 0
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend 199 sites' })
    await dialog.getByLabel(/Type the number/).fill('199')
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await dialog.getByText('Done on all 199 sites.').waitFor()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/v2/bulk/plans',
      expect.stringMatching(/^POST \/api\/v2\/bulk\/plans\/[0-9a-f-]{36}\/run$/),
    ])
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await rest('POST /clients/add', { name: 'Hartley' })
    const suspended = await fixture.service.db
      .selectFrom('sites')
      .select('name')
      .where('suspended_by', '=', 'hand')
      .execute()
    expect([suspended.length, suspended.some(({ name }) => name === 'Shop 1')]).toEqual([199, false])
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Select all 200' }).click()
    await page.getByLabel('Select Shop 1', { exact: true }).uncheck()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Assign to a client' }).click()
    const assign = page.getByRole('dialog', { name: 'Assign 199 sites to a client' })
    await assign.getByRole('combobox', { name: 'Client' }).fill('Hartley')
    await page.getByRole('option', { name: 'Hartley' }).click()
    await assign.getByRole('button', { name: 'Next' }).click()
    await assign.getByLabel(/Type the number/).fill('199')
    await assign.getByRole('button', { name: 'Assign', exact: true }).click()
    await assign.getByText('Done on all 199 sites.').waitFor()
    const countAssigned = async () =>
      (await fixture.service.db.selectFrom('sites').select('id').where('client_id', 'is not', null).execute()).length
    expect(await countAssigned()).toBe(199)
    await assign.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(countAssigned).toBe(0)
    await assign.getByRole('button', { name: 'Done', exact: true }).click()
    // Another search ends "all that match".
    await page.getByLabel('Search name or address').fill('shop-2')
    await expect.poll(() => page.getByText('selected').count()).toBe(0)
  })

  it('writes notes, changes monitors and tags, suspends, reconnects, updates and deletes the selected sites', async () => {
    const [first, second] = fixture.sites.slice(0, 2)
    const names = fixture.fleet.sites.slice(0, 2).map(({ title }) => title)
    await rest('POST /tags/add', { name: 'Care plan' })
    for (const site of fixture.fleet.sites.slice(0, 2))
      site.addPlugin({ file: 'forms/forms.php', name: 'Forms', version: '1.0', active: true, offer: '1.1' })
    await ability('sync-sites', {})
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/sites')
    const dialog = page.getByRole('dialog')
    const button = (name: string) => dialog.getByRole('button', { name, exact: true })
    const select = async () => {
      for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check()
    }
    const more = async (entry: string) => {
      await select()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    }
    const finish = async (label: string) => {
      await dialog.getByText('2 sites will be changed.').waitFor()
      await button(label).click()
      await dialog.getByText('Done on all 2 sites.').waitFor()
      await button('Done').click()
    }

    await more('Write notes')
    await dialog.getByLabel('Notes').fill('Ask before updates.')
    await button('Next').click()
    await finish('Write')

    await more('Change monitor settings')
    expect(await button('Next').isDisabled()).toBe(true)
    await dialog.getByLabel('Interval', { exact: true }).fill('10m')
    expect(await seriousFindings(page)).toEqual([])
    await button('Next').click()
    await finish('Change')
    for (const { id } of [first!, second!])
      expect((await rest(`GET /monitors/${id}/settings`)).body.data).toMatchObject({
        interval: '10m',
        timeout: 'useglobal',
      })

    await more('Switch monitoring off')
    await finish('Switch off')
    await more('Switch monitoring on')
    await finish('Switch on')
    expect((await rest(`GET /monitors/${first!.id}/settings`)).body.data.active).toBe(true)

    await select()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await dialog.getByLabel('What to do with Care plan').selectOption('add')
    await button('Apply').click()
    const tagsOf = async ({ id }: { id: number }) => (await rest(`GET /sites/${id}`)).body.data.tags.length
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect([await tagsOf(first!), await tagsOf(second!)]).toEqual([1, 1])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => tagsOf(second!)).toBe(0)

    await select()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await button('Suspend').click()
    for (const name of names) await page.getByRole('row', { name }).getByText('Suspended', { exact: true }).waitFor()
    await more('Unsuspend')
    await finish('Unsuspend')
    await more('Reconnect')
    await finish('Reconnect')

    await select()
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await dialog.getByText(/on 2 sites/).waitFor()
    await dialog.getByRole('button', { name: /^Install/ }).click()
    await page.getByRole('heading', { name: 'All 2 sites updated' }).waitFor()
    expect(fixture.fleet.sites.slice(0, 2).map((site) => site.plugin('forms/forms.php')?.version)).toEqual([
      '1.1',
      '1.1',
    ])

    await page.goto('/sites')
    await more('Delete')
    await dialog.getByText('The history, monitors and reports of these sites are deleted with them.').waitFor()
    await finish('Delete')
    expect((await rest('GET /sites?per_page=1')).body.total).toBe(fixture.sites.length - 2)
    expect(pageErrors).toEqual([])
  })

  it('installs a plugin of the public directory on the sites with a tag and of a view', async () => {
    const entry = {
      ...{ slug: 'fleet-cache', name: 'Fleet Cache', version: '2.1', versions: { '2.0': '', '2.1': '' } },
      ...{ author: 'Harbour', short_description: 'Keeps pages.', active_installs: 400, icons: {} },
    }
    const directory = await startRecordingServer('127.66.0.3', (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ plugins: [entry] })),
    )
    await rest('PUT /settings/vulnerabilities/edit', { directory_url: directory.url })
    const { body } = await rest('POST /tags/add', { name: 'Shop' })
    const tagged = fixture.sites.slice(0, 2).map(({ id }) => id)
    await rest('POST /sites/tags', { site_ids: tagged, add: [body.data.id] })
    await ability('sync-sites', {})
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/plugins')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Install a plugin' }).click()
    await dialog.getByLabel('Search the public directory').fill('cache')
    await dialog.getByRole('button', { name: 'Search', exact: true }).click()
    await dialog.getByText('400+ sites use it').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Choose/ }).click()
    await dialog.getByLabel('Version').selectOption('2.0')
    await dialog.getByRole('combobox', { name: 'Tag' }).fill('Shop')
    await page.getByRole('option', { name: 'Shop' }).click()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('2 sites will be changed.').waitFor()
    await dialog.getByRole('button', { name: 'Install', exact: true }).click()
    await dialog.getByText('Done on all 2 sites.').waitFor()
    const installed = () =>
      fixture.fleet.sites.map((site) => site.plugin('fleet-cache/fleet-cache.php')?.version).filter(Boolean)
    expect(installed()).toEqual(['2.0', '2.0'])

    const [third] = fixture.fleet.sites.slice(2)
    const search = encodeURIComponent(third!.title)
    await page.goto(`/sites?search=${search}`)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Third site')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('list', { name: 'Views' }).getByRole('link', { name: 'Third site' }).waitFor()
    await page.goto('/plugins/item?slug=fleet-cache%2Ffleet-cache.php')
    await page.getByRole('button', { name: 'Install on more sites' }).click()
    await dialog.getByLabel('Install on').selectOption({ label: 'Sites of a view' })
    await dialog.getByLabel('View').selectOption({ label: 'Third site' })
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByText('1 site will be changed.').waitFor()
    await dialog.getByText(third!.title).waitFor()
    await dialog.getByRole('button', { name: 'Install', exact: true }).click()
    await dialog.getByText('Done on the site.').waitFor()
    expect(installed()).toHaveLength(3)
    expect(pageErrors).toEqual([])
  })

  it('activates and deletes a plugin and a theme; the connector is protected', async () => {
    const [first, second] = fixture.fleet.sites
    const slug = 'gallery/gallery.php'
    for (const site of [first!, second!]) {
      site.addPlugin({ file: slug, name: 'Old Gallery', version: '1.0', active: false })
      const [theme] = site.themes
      site.themes.push({ ...theme!, entry: { ...theme!.entry, slug: 'harbour', name: 'Harbour theme' } })
    }
    await ability('sync-sites', {})
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, `/plugins/item?slug=${slug}`)
    const dialog = page.getByRole('dialog')
    const act = async (action: string) => {
      await page.getByLabel('Select all on this page').check()
      await page.getByRole('button', { name: action, exact: true }).click()
      await dialog.getByText('2 sites will be changed.').waitFor()
      await dialog.getByRole('button', { name: action, exact: true }).click()
      await dialog.getByText('Done on all 2 sites.').waitFor()
      await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    }
    const states = () => [first!, second!].map((site) => site.plugin(slug)?.active)
    await act('Activate')
    expect(states()).toEqual([true, true])
    await act('Deactivate')
    await act('Delete')
    expect(states()).toEqual([undefined, undefined])
    await page.getByText('No site has this plugin').waitFor()

    await page.goto('/themes?search=Harbour')
    await page.getByRole('link', { name: 'Harbour theme' }).click()
    await act('Delete')
    expect([first!, second!].map((site) => site.themes.some(({ entry }) => entry.slug === 'harbour'))).toEqual([
      false,
      false,
    ])

    const { db } = fixture.service
    const isConnector = db.selectFrom('site_software').select('slug').where('is_connector', '=', true)
    const connector = await isConnector.executeTakeFirstOrThrow()
    await page.goto(`/plugins/item?slug=${encodeURIComponent(connector.slug)}`)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await dialog.getByText('17 sites skipped').waitFor()
    await dialog.getByText('Flotilla could not manage the site without it').first().waitFor()
    expect(await dialog.getByRole('button', { name: 'Deactivate', exact: true }).isDisabled()).toBe(true)
    expect(pageErrors).toEqual([])
  })

  it('installs a theme on the sites of a client, and a plugin on one site from its page', async () => {
    const item = {
      ...{ slug: 'quay', name: 'Quay', version: '3.2', versions: { '3.1': '', '3.2': '' } },
      ...{
        author: { display_name: 'Harbour' },
        description: 'For ports.',
      },
    }
    const directory = await startRecordingServer('127.66.0.4', (response, { path }) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(path.includes('/themes/') ? { themes: [item] } : { plugins: [{ ...item, icons: {} }] })),
    )
    await rest('PUT /settings/vulnerabilities/edit', { directory_url: directory.url })
    await rest('POST /clients/add', { name: 'Hartley', selected_sites: fixture.sites.slice(0, 2).map(({ id }) => id) })
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/themes')
    const dialog = page.getByRole('dialog')
    const choose = async (button: string) => {
      await page.getByRole('button', { name: button }).click()
      await dialog.getByLabel('Search the public directory').fill('quay')
      await dialog.getByRole('button', { name: 'Search', exact: true }).click()
      await dialog.getByRole('button', { name: /^Choose/ }).click()
    }
    const install = async (planned: string, done: string) => {
      await dialog.getByRole('button', { name: 'Next' }).click()
      await dialog.getByText(planned).waitFor()
      await dialog.getByRole('button', { name: 'Install', exact: true }).click()
      await dialog.getByText(done).waitFor()
    }
    await choose('Install a theme')
    await dialog.getByLabel('Version').selectOption('3.1')
    await dialog.getByLabel('Install on').selectOption({ label: 'Sites of a client' })
    await dialog.getByRole('combobox', { name: 'Client' }).fill('Hartley')
    await page.getByRole('option', { name: 'Hartley' }).click()
    await install('2 sites will be changed.', 'Done on all 2 sites.')
    const themes = fixture.fleet.sites.map((site) => site.themes.find(({ entry }) => entry.slug === 'quay')?.version)
    expect(themes.filter(Boolean)).toEqual(['3.1', '3.1'])

    await page.goto(`/sites/${fixture.sites[2]!.id}/plugins`)
    await choose('Install a plugin')
    await install('1 site will be changed.', 'Done on the site.')
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByRole('row', { name: 'Quay' }).getByText('Active', { exact: true }).waitFor()
    expect(fixture.fleet.sites.map((site) => Boolean(site.plugin('quay/quay.php'))).indexOf(true)).toBe(2)
    expect(pageErrors).toEqual([])
  })
})
