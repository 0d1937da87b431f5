import type { Page } from 'puppeteer-core'

/** A far line: each request takes 400 ms more at 10 Mbit/s. */
const line = { offline: false, latency: 400, downloadThroughput: 1_310_720, uploadThroughput: 1_310_720 }

export interface ActOnAll {
  /** From the click on the action until its plan was shown. */
  planMs: number
  /** From the confirmation until the page shows the job, which holds all sites. */
  startedMs: number
  changingCalls: number
}

/** Selects all sites that match a filter and suspends them. */
export async function actOnAll(page: Page, url: string, sites: number): Promise<ActOnAll> {
  let changingCalls = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET') changingCalls++
  })
  const devtools = await page.createCDPSession()
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  const text = (wanted: string) =>
    page.waitForFunction(`document.body.textContent.includes(${JSON.stringify(wanted)})`, {
      polling: 'raf',
      timeout: 120_000,
    })
  const count = sites.toLocaleString('en')
  await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 60_000 })
  await page.locator('aria/Select all on this page').click()
  await page.locator(`aria/Select all ${count}`).click()
  const asked = performance.now()
  await page.locator('aria/Suspend[role="button"]').click()
  await text(`${count} sites will be changed`)
  const planMs = performance.now() - asked
  await page.locator('dialog input').fill(String(sites))
  const confirmed = performance.now()
  await page.locator('dialog .dialog-foot button:last-child').click()
  await text('Open the job')
  return { planMs, startedMs: performance.now() - confirmed, changingCalls }
}
