import { beforeEach, expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { seriousFindings } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 7 })

const [up, down, stale, failing, disconnected, suspended, unknown] = [0, 1, 2, 3, 4, 5, 6]
const siteOf = (index: number) => fixture.sites[index]!
const query = (text: string, values: unknown[] = []) => fixture.service.db.pool.query(text, values)
const rest = (method: 'PUT' | 'POST', path: string, payload: object = {}) =>
  fixture.service.request({
    method,
    url: `/api/v2${path}`,
    headers: fixture.people.administrator.headers,
    payload,
  })
const sync = (index: number) => rest('POST', `/sites/${siteOf(index).id}/sync`)

/** A fleet in trouble. Nothing is synced by schedule, so that each site stays as it is. */
async function causeTrouble() {
  await query(`insert into site_schedules (site_id, kind, next_at) select id, 'sync', now() + interval '1 day' from sites
    on conflict (site_id, kind) do update set next_at = excluded.next_at`)
  for (const index of [up, down, stale, disconnected, suspended]) await sync(index)
  const weekAgo = `now() - interval '8 days'`
  await query(
    `update sites set last_sync = ${weekAgo}, health_score = 90, health_score_at = ${weekAgo} where id = $1`,
    [siteOf(stale).id],
  )
  await query(`update site_parts set read_at = ${weekAgo}, good_at = ${weekAgo} where site_id = $1`, [siteOf(stale).id])
  await query(`update site_security set read_at = ${weekAgo}, checks = '{}' where site_id = $1`, [siteOf(stale).id])
  for (const index of [down, failing]) fixture.fleet.sites[index]!.setFault('refuse', { on: '*' })
  await sync(failing)
  await rest('POST', `/sites/${siteOf(disconnected).id}/disconnect`)
  await rest('POST', `/sites/${siteOf(suspended).id}/suspend`)
  await query(`update monitors set active = site_id in ($1, $2)`, [siteOf(up).id, siteOf(down).id])
  await query(
    `update monitors set status = 'down', message = 'The site does not answer.', failing_since = now() - interval '3 hours',
      failures = 9, checked_at = now() where site_id = $1`,
    [siteOf(down).id],
  )
  await query(`update monitors set status = 'up', checked_at = now() where site_id = $1`, [siteOf(up).id])
}

describeIf(chromiumRequirement)('a fleet in trouble', () => {
  beforeEach(() => Promise.all(fixture.fleet.sites.map((site) => site.clearFaults())))

  it('shows a site that is down as down: on its page, in the list and in the search', async () => {
    await causeTrouble()
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, `/sites/${siteOf(down).id}`)
    await page.getByRole('banner').or(page.locator('.site-head')).getByText('Down', { exact: true }).waitFor()
    await page.getByText(/^Down for 3 h/).waitFor()
    expect(await page.locator('.site-head').getByText('Connected').count()).toBe(0)
    await page.goto('/sites')
    const shown = [
      [up, 'Connected'],
      [down, 'Down'],
      [stale, 'Out of date'],
      [failing, 'Has a problem'],
      [disconnected, 'Disconnected'],
      [suspended, 'Suspended'],
      [unknown, 'Not synced yet'],
    ] as const
    for (const [index, label] of shown)
      await page
        .getByRole('row', { name: siteOf(index).name })
        .getByText(label, { exact: true })
        .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.goto('/sites?attention=down')
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 1)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a site, client or page' }).fill(siteOf(down).name)
    await page
      .getByRole('option', { name: siteOf(down).name })
      .getByText('Site, down')
      .waitFor()
    expect(pageErrors).toEqual([])
  })

  it('shows old data as old, and no sync as received that was not', async () => {
    await causeTrouble()
    const { page } = await fixture.open(fixture.people.administrator, `/sites/${siteOf(stale).id}`)
    await page.getByText('The site was not synced for longer than planned').waitFor()
    await page.getByRole('link', { name: /90 of 100.*8 days ago/ }).waitFor()
    await page.getByText(/No known issues, as of 8 days ago, out of date/).waitFor()
    await page.goto(`/sites/${siteOf(stale).id}/connection`)
    const parts = page.locator('section', { has: page.getByRole('heading', { name: 'Received data by section' }) })
    await parts.getByText('Out of date', { exact: true }).waitFor()
    await page.goto(`/sites/${siteOf(up).id}/connection`)
    await parts.getByText('All received').waitFor()
    await page.goto(`/sites/${siteOf(unknown).id}/connection`)
    await parts.getByText('Nothing yet.').waitFor()
    expect(await parts.getByText('All received').count()).toBe(0)
  })

  it('counts the conditions on the overview and says what is monitored, with the switch', async () => {
    await causeTrouble()
    const { page } = await fixture.open(fixture.people.administrator, '/')
    for (const name of [
      'Connected',
      'Down',
      'Disconnected',
      'Has a problem',
      'Out of date',
      'Not synced yet',
      'Suspended',
    ])
      await page.getByRole('link', { name: `${name}: 1`, exact: true }).waitFor()
    await page.getByText('2 of 6 sites are monitored; 1 of them is down.').waitFor()
    expect(await page.getByText('No site is down').count()).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await query('update monitors set active = false')
    await page.reload()
    await page.getByText('No site is monitored, so outages go unnoticed.').waitFor()
    await query('update monitors set active = null')
    await page.getByRole('button', { name: 'Monitor all sites' }).click()
    await page.getByText(/^All 6 sites are monitored/).waitFor()
    await rest('PUT', '/monitors/settings', { active: false })
  })

  it('shows nothing as known after the address was changed', async () => {
    await sync(up)
    const { id } = siteOf(up)
    await rest('PUT', `/sites/${id}/edit`, { url: `${siteOf(up).url}moved/` })
    const { page } = await fixture.open(fixture.people.administrator, `/sites/${id}/connection`)
    await page.getByText('Not at this address yet').waitFor()
    await page.locator('.site-head').getByText('Disconnected', { exact: true }).waitFor()
    await page.getByText('Nothing yet.').waitFor()
  })
})
