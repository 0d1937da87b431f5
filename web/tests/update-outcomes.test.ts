import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })
const { rest } = callers(fixture)
const file = 'forms/forms.php'
const name = 'Corner Forms'

/** The checks of the site are due now, and its late releases break. */
async function checkLater(position: number) {
  fixture.fleet.sites[position]!.releases.hurry()
  const { id } = fixture.sites[position]!
  await fixture.service.db
    .updateTable('update_checks')
    .set({ watch_next_at: new Date() })
    .where('site_id', '=', id)
    .where('watch_next_at', 'is not', null)
    .execute()
  await fixture.service.app.run('check-watched-site', { site_id_or_domain: id })
}

describeIf(chromiumRequirement)('outcomes of updates', () => {
  it('shows what is watched, what was found later, and what failed before', async () => {
    await rest('PUT /update-policies', { scope: 'fleet', rules: { hold_after: 2 } })
    for (const site of fixture.fleet.sites)
      site.addPlugin({ file, name, version: '1.0.0', active: true, offer: '1.0.1' })
    for (const { id } of fixture.sites) await rest(`POST /sites/${id}/sync`)
    fixture.fleet.sites[0]!.onUpdate(file, 'blank-later', { delay: 600_000 })
    const { id } = fixture.sites[0]!
    const title = fixture.fleet.sites[0]!.title
    const { page, pageErrors, settled } = await fixture.open(fixture.people.manager, `/updates/site/${id}`)
    await page.getByLabel(`Select ${name}`).check()
    await page.getByRole('button', { name: 'Update selected' }).click()
    await page.getByRole('button', { name: 'Install 1' }).click()
    await page.getByRole('heading', { name: 'Site updated' }).waitFor()
    const run = page.url()
    await page.getByText(/^Watched until .* repeats the checks of the updated sites/).waitFor()
    await page.goto(`/sites/${id}`)
    await page.getByText(new RegExp(`^Watched until .* repeats the checks of ${name}`)).waitFor()
    await page.goto(`/updates?view=history&slug=${encodeURIComponent(file)}`)
    await page
      .getByRole('row', { name: title })
      .getByText(/^Watched until \d/)
      .waitFor()

    await checkLater(0)
    await page.goto(run)
    await page.getByRole('heading', { name: 'Updated, but 1 update failed or was taken back later' }).waitFor()
    const row = page.getByRole('row', { name: title })
    await row.getByText(/^\d.*was installed and rolled back to 1\.0\.0/).waitFor()
    expect(await row.getByText('Installed', { exact: true }).count()).toBe(0)
    expect(await page.getByText(/^Watched until/).count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    for (const path of [
      `/updates?view=history&run=${run.split('/').at(-1)}&amended=yes`,
      `/sites/${id}/updates?view=history`,
    ]) {
      await page.goto(path)
      await page.getByText(/^\d.*was installed and rolled back to 1\.0\.0/).waitFor()
      await page.getByText('Failed a later check').waitFor()
    }

    await page.goto(`/updates/item?type=plugin&slug=${encodeURIComponent(file)}&version=1.0.1`)
    await page.getByRole('button', { name: 'Update on 3 sites' }).click()
    const dialog = page.getByRole('dialog')
    const box = dialog.getByRole('checkbox', { name: `${name} 1.0.1` })
    await dialog.getByText(/failed its checks on 1 site, .* and was taken back/).waitFor()
    expect(await box.isChecked()).toBe(false)
    expect(await dialog.getByRole('button', { name: 'Install' }).isDisabled()).toBe(true)
    await box.check()
    await dialog.getByRole('button', { name: 'Install 3' }).waitFor()
    await dialog.getByRole('button', { name: 'Roll out in waves' }).click()
    expect(await box.isChecked()).toBe(true)
    await box.uncheck()
    await dialog.getByText('Nothing will be installed.').waitFor()
    expect(await seriousFindings(page)).toEqual([])

    fixture.fleet.sites[1]!.onUpdate(file, 'blank')
    await rest('POST /updates/run', { include: [fixture.sites[1]!.id], specific_items: [file] })
    await page.goto(`/updates/item?type=plugin&slug=${encodeURIComponent(file)}&version=1.0.1`)
    await page.getByRole('button', { name: 'Update on 3 sites' }).click()
    await dialog.getByText(/is held for all sites: it failed the checks on 2 sites/).waitFor()
    expect(await dialog.getByRole('checkbox').count()).toBe(0)
    await dialog.getByRole('link', { name: 'Lift the hold' }).click()
    await page.getByRole('heading', { name: 'Rollouts', exact: true }).waitFor()
    await settled()
    expect(pageErrors).toEqual([])
  })
})
