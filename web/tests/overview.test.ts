import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes, seriousFindings } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })
const { rest } = callers(fixture)

const asAdministrator = (method: 'POST' | 'DELETE', path: string) =>
  fixture.service.request({ method, url: `/api/v2${path}`, headers: fixture.people.administrator.headers })

describeIf(chromiumRequirement)('the overview', () => {
  it('counts pending updates with links to them', async () => {
    for (const { id } of fixture.sites) await asAdministrator('POST', `/sites/${id}/sync`)
    const { page, calls, pageErrors, settled } = await fixture.open(fixture.people.administrator, '/')
    await page.getByRole('link', { name: 'Connected: 3' }).waitFor()
    await settled()
    expect(calls.filter((call) => call.endsWith('/overview'))).toHaveLength(1)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Connected: 3' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('?attention=ok')
    await expect.poll(() => page.getByRole('row').count()).toBe(3 + 1)
    expect(pageErrors).toEqual([])
  })

  it('names a site whose sync failed, with the reason and a link to its connection', async () => {
    const [broken] = fixture.fleet.sites
    broken!.setFault('refuse', { on: '*' })
    await asAdministrator('POST', `/sites/${fixture.sites[0]!.id}/sync`)
    const { page } = await fixture.open(fixture.people.manager, '/')
    await page.getByRole('link', { name: 'Failed syncs: 1' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: broken!.title }).click()
    await page.getByText('The last sync failed.').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/sites/${fixture.sites[0]!.id}/connection`)
    await broken!.clearFaults()
  })

  itForRelease('shows no error for a site that is not connected yet, here or on its page', async () => {
    const { id, name } = fixture.sites[1]!
    // The state while an import is running.
    await fixture.service.db.updateTable('sites').set({ connection: 'disconnected' }).where('id', '=', id).execute()
    const { page } = await fixture.open(fixture.people.manager, '/')
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await card.getByText('Not connected yet.').waitFor()
    await page.goto(`/sites/${id}`)
    await page.getByText('Not connected yet. Go to the connection').waitFor()
    await fixture.service.db.updateTable('sites').set({ connection: 'connected' }).where('id', '=', id).execute()
  })

  itForRelease('keeps the first steps after the first site, with what is done, until they are hidden', async () => {
    const { page } = await fixture.open(fixture.people.administrator, '/')
    const steps = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Get started' }) })
    await steps.getByText('Connect your first site, done').waitFor()
    for (const step of ['Get alerts by e-mail or chat', 'Back up Flotilla'])
      await steps.getByText(`${step}, to do`).waitFor()
    await steps.getByRole('button', { name: 'Hide this list' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Available updates' }).first().waitFor()
    expect(await steps.count()).toBe(0)
  })

  it('shows the first steps while there is no site', async () => {
    for (const { id } of fixture.sites) await asAdministrator('DELETE', `/sites/${id}/remove?confirm=true`)
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/')
    await page.getByRole('heading', { name: 'Get started' }).waitFor()
    await page.getByText('npm run demo').waitFor()
    await page.getByText('MainWP Child').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('main').getByRole('link', { name: 'Add a site' }).click()
    await page.getByLabel('Address').waitFor()
    expect(pageErrors).toEqual([])
  })

  itForRelease('is accessible in all modes and not wider than its window', async () => {
    const { page, settled } = await fixture.open(fixture.people.administrator, '/')
    await page.getByRole('link', { name: 'Not synced yet: 3' }).waitFor()
    await settled()
    expect(await findingsInAllModes(page)).toEqual([])
    // The first steps stay until they are done or hidden.
    const steps = page.getByRole('heading', { name: 'Get started' })
    expect(await steps.count()).toBe(1)
    await page.getByRole('button', { name: 'Hide this list' }).click()
    await steps.waitFor({ state: 'detached' })
    await settled()
    await page.reload()
    await page.getByRole('link', { name: 'Not synced yet: 3' }).waitFor()
    await settled()
    expect(await steps.count()).toBe(0)
  })

  it('lists on Today what needs a person: run its button, assign it, snooze it; the tab shows the number of sites down', async () => {
    const [site] = fixture.sites
    await rest(`PUT /monitors/${site!.id}/settings`, {
      ...{ active: true, type: 'keyword', keyword: 'not on this page', method: 'get', maxretries: 0 },
    })
    await fixture.service.app.run('check-monitor', { site_id_or_domain: site!.id })
    const { page, calls, pageErrors, settled } = await fixture.open(fixture.people.manager, '/today')
    const row = page.getByRole('row', { name: `${site!.name} is down` })
    await row.waitFor()
    await settled()
    expect(calls.length).toBeLessThanOrEqual(6)
    await expect.poll(() => page.title()).toBe('(1) Today · Flotilla')
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('data:image/svg+xml')
    expect(await seriousFindings(page)).toEqual([])
    await row.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('Check now has finished.').waitFor()
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Assign to me' }).click()
    await row.getByText(fixture.people.manager.login).waitFor()
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Snooze for a week' }).click()
    await page.getByText('No open items').waitFor()
    await page.getByRole('link', { name: 'Snoozed (1)' }).click()
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Show again' }).click()
    await page.getByText('No snoozed items').waitFor()
    const other = fixture.sites[1]!
    await fixture.service.db
      .updateTable('sites')
      .set({ connection: 'disconnected', disconnected_reason: 'Disconnected in Flotilla.' })
      .where('id', '=', other.id)
      .execute()
    await page.goto('/today?kind=site-disconnected')
    const disconnected = page.getByRole('row', { name: `${other.name} is disconnected` })
    await disconnected.getByRole('link', { name: 'Reconnect' }).click()
    await page.waitForURL(`**/sites/${other.id}/connection`)
    expect(pageErrors).toEqual([])
  })
})
