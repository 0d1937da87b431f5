import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumPath, chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { switchSoakOff } from '../../service/testing/switch-soak-off.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 4 })
const { rest } = callers(fixture)

let count = 0
let file = ''
let name = ''

/** Offers an update of a new plugin on every site. */
beforeEach(async () => {
  if (!chromiumPath) return
  count++
  file = `waves-${count}/waves.php`
  name = `Waves ${count}`
  for (const site of fixture.fleet.sites) site.addPlugin({ file, name, version: '1.0.0', active: true, offer: '1.0.1' })
  for (const { id } of fixture.sites) await rest(`POST /sites/${id}/sync`)
  await switchSoakOff(fixture.service)
})

const versions = () => fixture.fleet.sites.map((site) => site.plugin(file)?.version)

describeIf(chromiumRequirement)('rollout pages', () => {
  it('plans a rollout in waves, starts it and shows waves, sites and checks', async () => {
    const off = { scope: 'site', site_id_or_domain: fixture.sites[3]!.id, rules: { guard: 'off' } }
    await rest('PUT /update-policies', off)
    const address = `/updates/item?type=plugin&slug=${encodeURIComponent(file)}`
    const { page, pageErrors } = await fixture.open(fixture.people.manager, address)
    await page.getByRole('button', { name: 'Update on 4 sites' }).click()
    await page.getByRole('button', { name: 'Roll out in waves' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Canary: 1 site, pauses at 1 failed site').waitFor()
    await dialog.getByText(`${name} 1.0.1: 4 sites`).waitFor()
    await dialog.getByLabel('Second wave', { exact: true }).selectOption({ label: 'Sites of a host' })
    await dialog.getByLabel('Second wave: host name').fill(new URL(fixture.fleet.sites[0]!.url).hostname)
    await dialog.getByText(/^127\.[\d.]+: 1 site, pauses/).waitFor()
    await dialog.getByLabel('Minutes between waves').fill('0')
    await dialog.getByLabel('Guard').selectOption({ label: 'Required: no update without it' })
    await dialog.getByLabel('Page checks (HTTP)').selectOption({ label: 'Roll back' })
    await dialog.getByLabel('Browser checks', { exact: true }).selectOption({ label: 'Warn' })
    await dialog.getByLabel('Browser checks run on').waitFor()
    await dialog.getByLabel('Browser checks', { exact: true }).selectOption({ label: 'Off' })
    await dialog.getByText('1 update cannot be rolled back automatically').waitFor()
    await dialog.getByText('Guards are switched off by the policy of this site.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Start on 4 sites' }).click()
    await page.waitForURL('**/rollouts/*')
    await page.getByRole('heading', { name: `${name} 1.0.1` }).waitFor()
    await page.getByRole('main').getByText('Finished', { exact: true }).waitFor()
    expect(versions()).toEqual(Array(4).fill('1.0.1'))
    await page.getByText('guard required, page checks roll back, browser checks off').waitFor()
    await page.getByRole('button', { name: 'Show checks' }).first().click()
    await dialog.getByText('HTTP status').first().waitFor()
    expect(await dialog.getByText('Failed', { exact: true }).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    // The same evidence is on the page of the item and on that of the site. The guard of the last site is off.
    const { id } = fixture.sites[0]!
    const show = { name: `Show the checks of ${name}` }
    await page.goto(address)
    const rowOfSite = page.getByRole('row').filter({ has: page.locator(`a[href$="/sites/${id}"]`) })
    await rowOfSite.getByRole('button', show).click()
    await dialog.getByText('Not needed, removed').waitFor()
    await page.goto(`/sites/${id}/updates?view=history`)
    await page.getByRole('button', show).first().click()
    await dialog.getByText('HTTP status').first().waitFor()
    await dialog.getByText('Not needed, removed').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('shows a paused rollout with its reason, and a person resumes or ends it', async () => {
    for (const site of fixture.fleet.sites) site.onUpdate(file, 'breaks')
    const { body } = await rest('POST /rollouts', {
      specific_items: [file],
      waves: [{ sites: 2, max_failures: 1 }, {}],
    })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, `/rollouts/${body.data.rollout_id}`)
    await page.getByText('The rollout is paused and needs a decision').waitFor()
    await page.getByText('the failure budget is spent').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const waiting = await rest(`GET /rollouts/${body.data.rollout_id}/steps?states=waiting`)
    await page.goto(`/sites/${waiting.body.data[0].site_id}/updates`)
    await page.getByText('which is paused').waitFor()
    await page.getByRole('link', { name: 'Open the rollout' }).click()
    await page.getByText('the failure budget is spent').waitFor()
    expect(versions().filter((version) => version === '1.0.1').length).toBeLessThanOrEqual(1)
    await page.goto('/')
    // The overview shows rollouts that need a person.
    await page.locator(`main a[href$="/rollouts/${body.data.rollout_id}"]`).click()
    await page.getByRole('button', { name: 'End', exact: true }).click()
    await page.getByRole('button', { name: 'End the rollout' }).click()
    await page.getByText('Ended early').waitFor()
    await page.goto('/rollouts')
    await page
      .getByRole('row', { name: `${name} 1.0.1` })
      .getByText('Ended early')
      .waitFor()
    for (const site of fixture.fleet.sites) site.frontPage = {}
    expect(pageErrors).toEqual([])
  })

  itForRelease('uploads a zip file, refuses a bad one, installs it on sites as a job, and deletes it', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/packages')
    await page.getByText('No zip files yet').waitFor()
    await page.getByText('PUBLIC_URL').waitFor()
    const dialog = page.getByRole('dialog')
    const send = async (buffer: Buffer) => {
      await dialog
        .getByLabel('Zip file of a plugin or theme')
        .setInputFiles({ name: 'forms.zip', mimeType: 'application/zip', buffer })
      await dialog.getByRole('button', { name: 'Upload zip file' }).click()
    }
    await page.getByRole('button', { name: 'Upload zip file' }).click()
    await send(Buffer.from('no zip file'))
    await dialog.getByRole('alert').getByText('zip').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const header = '<?php\n/**\n * Plugin Name: Forms Pro\n * Version: 2.0\n * Author: Forms team\n */\n'
    await send(Buffer.from(zipSync({ 'forms-pro/forms-pro.php': strToU8(header) })))
    const row = page.getByRole('row', { name: 'Forms Pro' })
    await row.getByText('2.0').waitFor()
    await row.getByRole('button', { name: 'Install' }).click()
    await dialog.getByLabel('Install on').selectOption({ label: 'All sites' })
    await dialog.getByRole('button', { name: 'Show plan' }).click()
    await dialog.getByText('PUBLIC_URL is not set').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const services = fixture.service.app.context as { publicUrl: string | null }
    services.publicUrl = fixture.address
    try {
      for (const site of fixture.fleet.sites) site.fetchesPackages = true
      await row.getByRole('button', { name: 'Install' }).click()
      await dialog.getByLabel('Install on').selectOption({ label: 'Sites by name' })
      for (const { title } of fixture.fleet.sites.slice(0, 2)) {
        await dialog.getByRole('combobox', { name: 'Sites' }).fill(title)
        await page.getByRole('option', { name: title }).click()
      }
      await dialog.getByRole('button', { name: 'Show plan' }).click()
      await dialog.getByText('2 sites will be changed.').waitFor()
      await dialog.getByRole('button', { name: 'Install', exact: true }).click()
      await dialog.getByText('Done on all 2 sites.').waitFor()
    } finally {
      services.publicUrl = null
    }
    const installed = fixture.fleet.sites.map((site) => site.plugin('forms-pro/forms-pro.php')?.version ?? null)
    expect(installed).toEqual(['2.0', '2.0', null, null])
    await dialog.getByRole('button', { name: 'Done', exact: true }).click()
    await row.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No zip files yet').waitFor()
    // The answers to the file that is no zip file, and to the plan without PUBLIC_URL.
    expect(pageErrors).toEqual([expect.stringContaining('status of 400'), expect.stringContaining('status of 409')])
  })

  itForRelease('adds, changes and deletes a policy', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/update-policies')
    await page.getByRole('heading', { name: 'All sites' }).waitFor()
    await page.getByText('Nothing runs automatically: no type is selected').waitFor()
    await page.getByRole('button', { name: 'Add policy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Applies to').selectOption('item')
    await dialog.getByLabel('Slug or file').fill(file)
    await dialog.getByLabel('Major releases').selectOption('never')
    await dialog.getByLabel('Windows').fill('Mon-Fri 22:00-04:00')
    await dialog.getByLabel('Freeze dates').fill('christmas')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('has a line that is not a freeze: christmas').waitFor()
    await dialog.getByLabel('Freeze dates').fill('2026-12-15 to 2027-01-05 Christmas')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: file }).waitFor()
    await page.getByText('1 window').waitFor()
    expect((await rest('GET /update-policies')).body.data[1]).toMatchObject({
      scope: 'item',
      item_slug: file,
      rules: { major: 'never', windows: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '04:00' }] },
    })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(async () => (await rest('GET /update-policies')).body.total).toBe(1)
    expect(pageErrors).toEqual([])
  })
})
