import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { findChromium } from '../../service/platform/browser/find-chromium.ts'

export interface Account {
  login: string
  password: string
}

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium(process.env.CHROMIUM_PATH)
  if (!executablePath) throw new Error('This part needs Chromium: apt-get install chromium, or set CHROMIUM_PATH.')
  return puppeteer.launch({
    executablePath,
    // Chromium refuses to run as root with its sandbox; it only opens our own page here.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--hide-scrollbars'],
    defaultViewport: { width: 1350, height: 940 },
  })
}

/** A tab of a signed-in user, on the first page. */
export async function openSignedIn(browser: Browser, url: string, { login, password }: Account): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(url)
  await page.locator('input[autocomplete=username]').fill(login)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForSelector('#main h1')
  return page
}
