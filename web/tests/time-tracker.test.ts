import { expect, it } from 'vitest'
import { callers } from '../../service/testing/callers.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes } from '../testing/accessibility.ts'
import { itForRelease } from '../testing/it-for-release.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 1 })
const { rest } = callers(fixture)

const addTask = async (fields: object) => (await rest('POST /time-tracker/tasks/add', fields)).body.data

describeIf(chromiumRequirement)('the time tracker', () => {
  it('starts a timer that runs in the header of every page until it is stopped', async () => {
    const { page, pageErrors } = await fixture.open(fixture.people.manager, '/tags')
    await page.getByRole('link', { name: 'Start a timer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a task' })
    await dialog.getByLabel('Description').fill('Move the shop')
    await dialog.getByRole('button', { name: 'Add and start' }).click()
    const running = page.getByRole('button', { name: 'Your timer is running for Move the shop' })
    await running.waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Clients' }).click()
    await page.getByRole('heading', { name: 'Clients', exact: true }).waitFor()
    const time = () => running.locator('.ticking').getAttribute('data-time')
    const before = await time()
    await expect.poll(time).not.toBe(before)
    await running.click()
    await page.getByRole('menuitem', { name: 'Stop' }).click()
    await page.getByRole('link', { name: 'Start a timer' }).waitFor()
    expect((await rest('GET /time-tracker')).body.data).toMatchObject([{ title: 'Move the shop', timer: 'stopped' }])
    expect(pageErrors).toEqual([])
  })

  itForRelease('pauses the running timer when another starts, and reports that', async () => {
    await addTask({ title: 'First' })
    await addTask({ title: 'Second' })
    const { page } = await fixture.open(fixture.people.administrator, '/time-tracker')
    await page.getByRole('button', { name: 'Start the timer of First' }).click()
    await page.getByRole('button', { name: 'Pause First' }).waitFor()
    await page.getByRole('button', { name: 'Start the timer of Second' }).click()
    await page.getByText('The timer is running for Second; First is paused').waitFor()
    await page.getByRole('button', { name: 'Pause Second' }).waitFor()
  })

  it('subtracts entered hours from a bucket and updates the totals', async () => {
    const client = (await rest('POST /clients/add', { name: 'Harbour' })).body.data.id
    await rest('POST /time-tracker/buckets/add', { title: 'Care', hours: 1, hourly_price: 90, clients: [client] })
    const { page } = await fixture.open(fixture.people.manager, `/time-tracker?client_id=${client}&new=1`)
    const dialog = page.getByRole('dialog', { name: 'Add a task' })
    await dialog.getByLabel('Description').fill('Care in November')
    await dialog.getByLabel('Retainer').selectOption({ label: 'Care (1:00 h left)' })
    await dialog.getByLabel('Time', { exact: true }).fill('1:30')
    await dialog.getByRole('button', { name: 'Add task' }).click()
    await page.getByText('1:30 h').first().waitFor()
    await page.getByText('$135.00').first().waitFor()
    await page.getByRole('link', { name: 'Retainers' }).click()
    await page.getByText('Overdrawn by 0:30 h').waitFor()
    await page.getByRole('link', { name: 'Totals by client' }).click()
    await page.getByRole('row', { name: /Harbour.*1:30.*\$135\.00/ }).waitFor()
  })

  it('hides the timer in the header while the module is off', async () => {
    await rest('PUT /modules/time-tracker', { active: false })
    const { page, pageErrors } = await fixture.open(fixture.people.administrator, '/time-tracker')
    await page.getByText('Time tracker is switched off').waitFor()
    expect(await page.getByRole('link', { name: 'Start a timer' }).count()).toBe(0)
    expect(pageErrors).toEqual([])
  })

  it('shows hours but no timer to a viewer', async () => {
    await addTask({ title: 'First', duration: '0:30' })
    const { page } = await fixture.open(fixture.people.viewer, '/time-tracker')
    await page.getByRole('link', { name: 'First' }).waitFor()
    for (const name of ['Start a timer', 'Add a task', 'Start the timer of First']) {
      expect(await page.getByLabel(name).or(page.getByText(name)).count(), name).toBe(0)
    }
  })

  itForRelease('is accessible in all modes while a timer runs, and not wider than its window', async () => {
    const { id } = await addTask({ title: 'A task with quite a long title for a header' })
    const { page, pageErrors, settled } = await fixture.open(fixture.people.administrator, '/time-tracker')
    await page.getByRole('button', { name: /^Start the timer of/ }).click()
    await page.getByRole('button', { name: /^Your timer is running/ }).waitFor()
    await page.goto(`/time-tracker?task=${id}`)
    await page.getByRole('heading', { name: 'Time tracker', level: 1 }).waitFor()
    await settled()
    expect(await findingsInAllModes(page)).toEqual([])
    expect(pageErrors).toEqual([])
  })
})
