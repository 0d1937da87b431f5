import { beforeEach, expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumPath, chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })
const { rest } = callers(fixture)

let count = 0
let file = ''
let name = ''

/** Offers an update of a new plugin on every site. */
beforeEach(async () => {
  if (!chromiumPath) return
  count++
  file = `forms-${count}/forms.php`
  name = `Corner Forms ${count}`
  for (const site of fixture.fleet.sites) site.addPlugin({ file, name, version: '1.0.0', active: true, offer: '1.0.1' })
  for (const { id } of fixture.sites) await rest(`POST /sites/${id}/sync`)
})

const versions = () => fixture.fleet.sites.map((site) => site.plugin(file)?.version)

describeIf(chromiumRequirement)('update pages', () => {
  it('updates one plugin on all sites: shows the plan, live progress, then the health of the sites', async () => {
    await rest('PUT /settings/general/edit', { check_http_response: true })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/updates')
    await page.getByLabel('Search plugin or theme').fill(name)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name: `${name} 1.0.1` }).waitFor()
    await page.getByRole('button', { name: 'Update on 3 sites' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('3 updates on 3 sites').waitFor()
    // Text for screen readers in a scrolling list must not make the dialog scroll.
    const within = "document.querySelector('.planned .unseen').offsetParent.className"
    expect(await page.evaluate(within)).toBe('planned')
    expect(await dialog.getByText(fixture.fleet.sites[1]!.title).count()).toBe(1)
    expect(versions(), 'a plan changes nothing').toEqual(['1.0.0', '1.0.0', '1.0.0'])
    await dialog.getByRole('button', { name: 'Install 3' }).click()
    await page.waitForURL('**/updates/run/*')
    await page.getByRole('heading', { name: 'All 3 sites updated' }).waitFor()
    await expect.poll(() => page.getByText('Healthy').count()).toBe(3)
    expect(versions()).toEqual(['1.0.1', '1.0.1', '1.0.1'])
    expect(await seriousFindings(page)).toEqual([])
    await page.goto(`/updates?search=${encodeURIComponent(name)}`)
    await page.getByText('No updates match').waitFor()
    await page.goto(`/updates?view=history&slug=${encodeURIComponent(file)}`)
    await expect.poll(() => page.getByRole('table').getByText('Installed').count()).toBe(3)
    expect(pageErrors).toEqual([])
  })

  it('shows why one site failed while the others succeeded', async () => {
    fixture.fleet.sites[0]!.onUpdate(file, 'rollback')
    const { page } = await fixture.open(fixture.people.manager, `/updates?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Update ${name} to 1.0.1` }).click()
    await page.getByRole('button', { name: 'Install 3' }).click()
    await page.getByRole('heading', { name: '2 of 3 sites updated' }).waitFor()
    await page.getByText('Rolled back').waitFor()
    await expect.poll(() => page.getByText('Installed', { exact: true }).count()).toBe(2)
    expect(versions()).toEqual(['1.0.0', '1.0.1', '1.0.1'])
    // Only the failures of this run, not earlier ones.
    await page.getByRole('link', { name: '1 Not installed' }).click()
    const failed = page.getByRole('row', { name: fixture.fleet.sites[0]!.title })
    await failed.getByText('Rolled back').waitFor()
    // The checks saw the old version: that is not a pass of the update.
    await failed.getByText('Passed after rollback').waitFor()
    expect(await page.getByRole('row').count()).toBe(1 + 1)
    await page.getByRole('button', { name: /^Job \d+/ }).click()
    await expect.poll(() => new URL(page.url()).searchParams.has('run')).toBe(false)
  })

  it('shows a run that failed in part as such on its page and in the list of jobs, and retries what failed', async () => {
    fixture.fleet.sites[0]!.onUpdate(file, 'rollback', { times: 1 })
    fixture.fleet.sites[1]!.onUpdate(file, 'lie', { times: 1 })
    const { page } = await fixture.open(fixture.people.manager, `/updates?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Update ${name} to 1.0.1` }).click()
    await page.getByRole('button', { name: 'Install 3' }).click()
    await page.getByRole('heading', { name: '1 of 3 sites updated' }).waitFor()
    const main = page.getByRole('main')
    await main.getByText('Partly done', { exact: true }).first().waitFor()
    const table = page.getByRole('table')
    await expect.poll(() => table.getByText('Failed', { exact: true }).count()).toBe(2)
    await expect.poll(() => table.getByText('Done', { exact: true }).count()).toBe(1)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('combobox', { name: 'State' }).selectOption('failed')
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 2)
    await page.goto('/jobs?status=partial')
    const job = page.getByRole('row').nth(1)
    await job.getByText('Partly done').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Retry 2 failed sites' }).click()
    await page.getByRole('heading', { name: 'All 3 sites updated' }).waitFor()
    await main.getByText('Completed', { exact: true }).first().waitFor()
    expect(versions()).toEqual(['1.0.1', '1.0.1', '1.0.1'])
  })

  itForRelease('shows a run in which no site was updated as failed', async () => {
    for (const site of fixture.fleet.sites) site.onUpdate(file, 'download-failure')
    const { page } = await fixture.open(fixture.people.manager, `/updates?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Update ${name} to 1.0.1` }).click()
    await page.getByRole('button', { name: 'Install 3' }).click()
    await page.getByRole('heading', { name: '0 of 3 sites updated' }).waitFor()
    await page.getByRole('button', { name: 'Retry 3 failed sites' }).waitFor()
    await expect.poll(() => page.getByRole('table').getByText('Failed', { exact: true }).count()).toBe(3)
  })

  itForRelease(
    'names skipped sites on the page of the run, and the version that was not installed in the history',
    async () => {
      fixture.fleet.sites[0]!.onUpdate(file, 'rollback')
      const { id } = fixture.sites[2]!
      await rest(`POST /sites/${id}/suspend`)
      const { page } = await fixture.open(fixture.people.manager, `/updates?search=${encodeURIComponent(name)}`)
      await page.getByRole('button', { name: `Update ${name} to 1.0.1` }).click()
      const warning = `${fixture.fleet.sites[2]!.title} is suspended. Unsuspend it first.`
      await page.getByRole('dialog').getByText(warning).waitFor()
      await page.getByRole('button', { name: 'Install 2' }).click()
      await page.getByRole('heading', { name: '1 of 2 sites updated' }).waitFor()
      const main = page.getByRole('main')
      await main.getByText('1 site skipped').waitFor()
      await main.getByText(warning).waitFor()
      await page.goto(`/updates?view=history&slug=${encodeURIComponent(file)}`)
      await page.getByText('(1.0.1 not installed)').waitFor()
      expect(await main.getByText('1.0.0 to 1.0.0').count()).toBe(0)
      await rest(`POST /sites/${id}/unsuspend`)
    },
  )

  itForRelease('installs only the selected updates of one site', async () => {
    const { id } = fixture.sites[0]!
    const { page } = await fixture.open(fixture.people.manager, `/updates/site/${id}`)
    await page.getByLabel(`Select ${name}`).check()
    await page.getByRole('button', { name: 'Update selected' }).click()
    await page.getByRole('dialog').getByText('1 update on 1 site').waitFor()
    await page.getByRole('button', { name: 'Install 1' }).click()
    await page.getByRole('heading', { name: 'Site updated' }).waitFor()
    expect(versions()).toEqual(['1.0.1', '1.0.0', '1.0.0'])
  })

  itForRelease('moves an update ignored everywhere to the ignored list, and back', async () => {
    const search = `search=${encodeURIComponent(name)}`
    const { page, pageErrors } = await fixture.open(fixture.people.manager, `/updates?${search}`)
    await page.getByRole('button', { name: `More for ${name} 1.0.1` }).click()
    await page.getByRole('menuitem', { name: 'Ignore …' }).click()
    await page.getByLabel('All versions, including future ones').check()
    await page.getByRole('button', { name: 'Ignore', exact: true }).click()
    await page.getByText('No updates match').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: `More for ${name} 1.0.1` }).click()
    await page.getByRole('menuitem', { name: 'Ignore …' }).click()
    await page.getByLabel('Reason (optional)').fill('The shop breaks.')
    await page.getByLabel('Until (optional)').fill('2099-12-31')
    await page.getByRole('button', { name: 'Ignore', exact: true }).click()
    await page.getByText(`${name} is ignored until Dec 31, 2099`).waitFor()
    await page.getByRole('link', { name: 'Ignored' }).click()
    await page.getByRole('row', { name }).getByText('Every site').waitFor()
    await page.getByRole('row', { name }).getByText('The shop breaks.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: `Stop ignoring: ${name}` }).click()
    await page.getByText('No ignored updates').waitFor()
    await page.goto(`/updates?${search}`)
    await page.getByRole('link', { name, exact: true }).waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('opens the sites of a client and plans all their updates', async () => {
    const { body } = await rest('POST /clients/add', { name: 'Alpenrose' })
    for (const { id } of fixture.sites.slice(0, 2)) await rest(`PUT /sites/${id}/edit`, { client_id: body.data.id })
    const { page } = await fixture.open(fixture.people.manager, '/updates?view=clients')
    await page.getByRole('button', { name: 'Update the sites of Alpenrose' }).click()
    await page
      .getByRole('dialog')
      .getByText(/on 2 sites/)
      .waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Alpenrose' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(2 + 1)
    expect(new URL(page.url()).searchParams.get('client_id')).toBe(String(body.data.id))
  })

  it('hides what a viewer may not do', async () => {
    const { page } = await fixture.open(fixture.people.viewer, '/updates')
    await page.getByRole('link', { name, exact: true }).waitFor()
    for (const name of [/^Update/, /^Ignore/]) expect(await page.getByRole('button', { name: name }).count()).toBe(0)
  })
})
