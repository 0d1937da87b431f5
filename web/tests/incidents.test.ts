import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 2 })
const { rest } = callers(fixture)

/** The first site has been down for half an hour, after an update. */
async function seedIncident(): Promise<number> {
  const { db } = fixture.service
  const { id: siteId } = fixture.sites[0]!
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await db
    .insertInto('site_changes')
    .values({
      site_id: siteId,
      key: 'test',
      at: ago(34),
      source: 'flotilla',
      type: 'plugin',
      action: 'updated',
      item: 'WooCommerce',
      description: 'WooCommerce updated from 9.1 to 9.2',
      user_name: 'ada',
      job_id: null,
    })
    .execute()
  const { id } = await db
    .insertInto('monitor_incidents')
    .values({
      site_id: siteId,
      started_at: ago(30),
      ended_at: null,
      ended_by: null,
      cause_code: 'status',
      cause: 'The site answered 500; expected 200-206.',
      down_count: 3,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describeIf(chromiumRequirement)('incidents and maintenance', () => {
  it('an incident is acknowledged, assigned, noted, resolved and described for the report', async () => {
    const id = await seedIncident()
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/monitors?view=incidents')
    await page.getByRole('link', { name: 'The site answered 500' }).click()
    await page.getByText('WooCommerce was updated 4 minutes before.').waitFor()
    await page.getByText('WooCommerce updated from 9.1 to 9.2').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page.getByRole('button', { name: 'Reassign' }).click()
    await page.getByRole('dialog').getByLabel('Assigned to').fill(fixture.people.viewer.login)
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('list', { name: 'Timeline' }).getByText(`Assigned to ${fixture.people.viewer.login}`).waitFor()
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' })
    await page.getByLabel('Add a note').fill('The host was called.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByRole('list', { name: 'Timeline' }).getByText('The host was called.').waitFor()
    await page.getByLabel("Text for the client's report").fill('A plugin update failed. We restored it.')
    await page.getByRole('button', { name: 'Save text' }).click()
    await page.getByText('Text saved').waitFor()
    await page.getByRole('button', { name: 'Resolve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The site is still down.').waitFor()
    await dialog.getByLabel('What was the reason').fill('Plugin rolled back.')
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('list', { name: 'Timeline' }).getByText('Plugin rolled back.').waitFor()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('dialog').getByLabel('Why does it need').fill('It is down again.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('list', { name: 'Timeline' }).getByText('It is down again.').waitFor()
    await page.getByRole('button', { name: 'Resolve' }).click()
    await dialog.getByRole('button', { name: 'Resolve' }).click()
    await page.getByRole('button', { name: 'Reopen' }).waitFor()
    const { body } = await rest(`GET /incidents/${id}`)
    expect(body.data.handling).toMatchObject({
      state: 'resolved',
      assigned_to: fixture.people.manager.login,
      report_text: 'A plugin update failed. We restored it.',
    })
    expect(pageErrors).toEqual([])
  })

  it('a viewer reads an incident and changes nothing', async () => {
    const id = await seedIncident()
    const { page } = await fixture.open(fixture.people.viewer, `/incidents/${id}`)
    await page.getByText('WooCommerce was updated 4 minutes before.').waitFor()
    expect(await page.getByRole('button', { name: /Acknowledge|Assign|Resolve|Reopen|Add note/ }).count()).toBe(0)
  })

  it('maintenance of a site is added, announced, ended and deleted', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/maintenance')
    await page.getByText('No maintenance is planned').waitFor()
    await page.getByRole('button', { name: 'Add maintenance' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Move to a new server')
    // A forgotten site does not become all sites.
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Select one.').waitFor()
    expect((await rest('GET /maintenance')).body.total).toBe(0)
    await dialog.getByLabel('For').selectOption('fleet')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: 'Move to a new server' }).waitFor()
    await page.getByText(/Move to a new server \(All sites\) until/).waitFor()
    expect((await rest('GET /maintenance/periods')).body.total).toBe(1)
    const other = await fixture.open(fixture.people.manager, `/sites/${fixture.sites[0]!.id}`)
    await other.page.getByText('Maintenance (“Move to a new server”) until').waitFor()
    await other.page.getByRole('link', { name: 'Overview' }).first().click()
    await other.page.getByText(/Move to a new server \(All sites\) until/).waitFor()
    await page.getByRole('button', { name: 'End Move to a new server now' }).click()
    await page.getByText('Maintenance ended').waitFor()
    await page.getByRole('link', { name: 'Past' }).click()
    await page.getByRole('button', { name: 'Delete Move to a new server' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No past maintenance').waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('weekly maintenance is added for a tag', async () => {
    await rest('POST /tags/add', { name: 'Care plan' })
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/maintenance')
    await page.getByRole('button', { name: 'Add maintenance' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Server updates')
    await dialog.getByLabel('Repeats').selectOption('weekly')
    await dialog.getByLabel('For').selectOption('tag')
    await dialog.getByRole('combobox', { name: 'Tag' }).fill('Care')
    await page.getByRole('option', { name: 'Care plan' }).click()
    await dialog.getByLabel('Tue').check()
    await dialog.getByLabel('Starts at').fill('22:30')
    await dialog.getByLabel('Time zone').fill('Europe/Berlin')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row', { name: 'Server updates' })
    await row.getByText('Tue, Sun, 22:30, 60 minutes (Europe/Berlin)').waitFor()
    await row.getByText('Tag: Care plan').waitFor()
    expect(pageErrors).toEqual([])
  })
})
