import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })

/** Client 1 has site 1, client 2 the others. */
async function addClients() {
  const { db } = fixture.service
  const dates = { created_at: new Date(), updated_at: new Date() }
  await db
    .insertInto('clients')
    .values([
      { name: 'Harbour bakery', email: null, ...dates },
      { name: 'Shipyard', email: null, ...dates },
    ])
    .execute()
  const [first, ...rest] = fixture.sites.map(({ id }) => id)
  await db.updateTable('sites').set({ client_id: 1 }).where('id', '=', first!).execute()
  await db.updateTable('sites').set({ client_id: 2 }).where('id', 'in', rest).execute()
}

const rightsOf = async (login: string) =>
  fixture.service.db
    .selectFrom('users')
    .select(['role', 'role_id', 'client_ids', 'site_ids', 'disabled'])
    .where('login', '=', login)
    .executeTakeFirstOrThrow()

describeIf(chromiumRequirement)('users, roles and keys', () => {
  it('limits a user to a client, who then sees only its sites; without a selection the limits are not saved', async () => {
    await addClients()
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/access')
    const edit = async () => {
      await page.getByRole('button', { name: 'More for mary' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      return page.getByRole('dialog')
    }
    let dialog = await edit()
    await dialog.getByLabel('Sites', { exact: true }).selectOption('some')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').first().waitFor()
    expect(await rightsOf('mary')).toMatchObject({ client_ids: null, site_ids: null })
    await dialog.getByRole('combobox', { name: 'Sites of these clients' }).fill('bakery')
    await page.getByRole('option', { name: 'Harbour bakery' }).click()
    await dialog.getByRole('button', { name: 'Remove Harbour bakery' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Sites of 1 client', { exact: true }).waitFor()
    expect(await rightsOf('mary')).toMatchObject({ role: 'manager', client_ids: [1], site_ids: null })
    await page.reload()
    dialog = await edit()
    await dialog.getByRole('button', { name: 'Remove Harbour bakery' }).waitFor()
    await dialog.getByRole('button', { name: 'Remove Harbour bakery' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').first().waitFor()
    expect(await rightsOf('mary')).toMatchObject({ client_ids: [1] })
    const limited = await fixture.open(fixture.people.manager, '/sites')
    await limited.page.getByText(fixture.fleet.sites[0]!.title).first().waitFor()
    expect(await limited.page.getByText(fixture.fleet.sites[1]!.title).count()).toBe(0)
    // The two refused forms.
    expect(pageErrors.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([])
    expect(limited.pageErrors).toEqual([])
  })

  itForRelease('adds a custom role and gives it to a user, whose dashboard shows only that', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/access/roles')
    await page.getByRole('button', { name: 'Add a role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Tagger')
    await dialog.getByRole('checkbox', { name: 'Tags: Change' }).check()
    expect(await dialog.getByRole('checkbox', { name: 'Tags: Read' }).isChecked()).toBe(true)
    await dialog.getByRole('checkbox', { name: 'Sites: Read' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 users · Sites (read), Tags').waitFor()
    await page.goto(`${fixture.address}/access`)
    await page.getByRole('button', { name: 'More for vera' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('Role').selectOption({ label: 'Tagger' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Tagger' }).waitFor()
    expect((await rightsOf('vera')).role_id).not.toBeNull()
    const other = await fixture.open(fixture.people.viewer, '/tags')
    await other.page.getByRole('heading', { name: 'Tags', level: 1 }).waitFor()
    expect(await other.page.getByRole('link', { name: 'Costs', exact: true }).count()).toBe(0)
    expect(pageErrors).toEqual([])
  })

  itForRelease('disables a user and gives the keys to another', async () => {
    const { administrator, manager } = fixture.people
    const { page, pageErrors } = await fixture.open(administrator, '/access')
    await page.getByRole('button', { name: 'More for mary' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('They own 1 API key and 0 open invitations.').waitFor()
    await dialog.getByLabel('Transfer their API keys and invitations to').selectOption({ label: administrator.login })
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('mary disabled.').waitFor()
    expect((await rightsOf('mary')).disabled).toBe(true)
    const keys = await fixture.service.db
      .selectFrom('api_keys')
      .select('user_id')
      .where('user_id', '=', manager.id)
      .execute()
    expect(keys).toEqual([])
    expect(pageErrors).toEqual([])
  })
})
