import { expect, it } from 'vitest'
import { readPdfText } from '../../service/testing/read-pdf-text.ts'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { watchForAttacks } from '../testing/attack-watch.ts'
import { openWindow } from '../testing/browser.ts'
import { everyAddress } from '../testing/every-address.ts'
import { addHostileRows, hostileText, poisonDatabase, poisonSites } from '../testing/hostile-data.ts'
import { signIn } from '../testing/set-up-dashboard.ts'
import { setUpSeededDashboard } from '../testing/set-up-seeded-dashboard.ts'

const fixture = setUpSeededDashboard()
const maxCalls = 6

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const period = `start_date=${daysAgo(300)}&end_date=${daysAgo(0)}`

/** Files of the service, without the app shell. */
const filePages = [
  '/api/docs',
  `/api/v2/clients/1/report?format=html&${period}`,
  `/api/v2/pro-reports/1/report?format=html&${period}`,
  `/api/v2/pro-reports/1/plugins?format=html&${period}`,
  '/api/v2/settings/emails/uptime/preview?format=html',
  ...['daily_digest', 'site_health'].map((type) => `/api/v2/settings/emails/${type}/preview?format=html`),
  ...['themes', 'users', 'posts', 'comments', 'backups', 'maintenance', 'sslmonitor', 'vulnerable', 'uptime'].map(
    (segment) => `/api/v2/pro-reports/1/${segment}?format=html&${period}`,
  ),
]

describeIf(chromiumRequirement)('hostile data', () => {
  it('stays text on every page, in reports and in e-mail previews, and every page makes at most six calls and logs nothing', async () => {
    await addHostileRows(fixture)
    // Its result is poisoned, too; the run of everyAddress is later.
    await fixture.run('run-updates', { site_ids_or_domains: [1], types: ['plugins'] })
    const lastRun = async () =>
      (await fixture.run<{ jobs: { job_id: string; status: string }[] }>('list-jobs', { type: 'update' })).jobs[0]!
    await expect.poll(async () => (await lastRun()).status).toBe('completed')
    const poisonedRun = `/updates/run/${(await lastRun()).job_id}`
    const poisoned = await poisonDatabase(fixture)
    poisonSites(fixture)
    const window = await openWindow(fixture.address)
    const { page, calls, pageErrors, settled } = window
    const watch = await watchForAttacks(page, fixture.address)
    await page.goto('/jobs')
    await signIn(window, fixture.administrator)
    await page.locator('h1').waitFor()
    await settled()
    const wrong: string[] = []
    const showing: string[] = []
    for (const address of [...(await everyAddress(fixture)), poisonedRun, ...filePages]) {
      const isFile = filePages.includes(address)
      // Late calls of the page before are not those of this one. On the same origin, else every page gets a new process.
      await page.goto('/healthz')
      calls.length = 0
      const response = await page.goto(address, { waitUntil: isFile ? 'load' : 'commit' })
      if (!response?.ok()) wrong.push(`${address}: ${response?.status()} ${await response?.text()}`)
      if (!isFile) {
        await page.locator('h1').waitFor()
        await settled()
        for (const pageError of pageErrors.splice(0)) wrong.push(`${address} reports: ${pageError}`)
        if (calls.length > maxCalls) wrong.push(`${address} makes ${calls.length} calls: ${calls.join(', ')}`)
      }
      const alerts = await page.locator('main [role=alert]').allTextContents()
      const findings = [...alerts.map((alert) => `says ${alert}`), ...(await watch.findings())]
      wrong.push(...findings.map((finding) => `${address}: ${finding}`))
      if ((await watch.shown()) > 0) showing.push(address)
    }
    const pdf = await page.request.get(`/api/v2/clients/1/report?format=pdf&${period}`)
    const bytes = await pdf.body()
    await window.close()
    expect(wrong).toEqual([])
    // Text in the PDF, too: no script, no action and no link to another host.
    expect([pdf.status(), readPdfText(bytes).includes('attack')]).toEqual([200, true])
    const effects =
      /\/(JavaScript|JS|Launch|OpenAction|SubmitForm|EmbeddedFile)\b|\/URI\s*\([^)]*(evil\.example|javascript:)/g
    expect(bytes.toString('latin1').match(effects)).toBe(null)
    // Otherwise no hostile text was checked.
    expect(poisoned.length).toBeGreaterThan(90)
    expect(showing.length).toBeGreaterThan(60)
    expect(showing).toEqual(expect.arrayContaining([poisonedRun, ...filePages.slice(1, 5)]))
  }, 1_800_000)

  it('is reported by this test if a page executes it', async () => {
    const window = await openWindow(fixture.address)
    const watch = await watchForAttacks(window.page, fixture.address)
    await window.page.goto('/healthz')
    // A refresh would leave the page to be checked.
    await window.page.setContent(`<main>${hostileText.replace('http-equiv=refresh', '')}</main>`)
    const findings = (await watch.findings()).join('\n')
    await window.close()
    for (const kind of ['javascript:', 'onerror', 'srcdoc', 'body base', 'evil.example', 'ATTACK'])
      expect(findings).toContain(kind)
  })
})
