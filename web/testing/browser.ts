import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { findHeadlessShell } from '../../service/testing/headless-shell.ts'
import { chromiumPath } from '../../service/testing/requirements.ts'
import { watchSettling } from './watch-settling.ts'

let browser: Promise<Browser> | undefined

/** One browser per worker; it ends with the process. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: findHeadlessShell() ?? chromiumPath!,
    // Chromium does not run as root with its sandbox. It only loads our own pages here.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return browser
}

export interface Window {
  page: Page
  /** Console errors and warnings, exceptions, and failed responses. */
  pageErrors: string[]
  /** Calls to the API, as "GET /api/v2/sites", without polls. */
  calls: string[]
  /** Waits until all requests of the page are answered and rendered. */
  settled(): Promise<void>
  close(): Promise<void>
}

// The headless shell reads the language from the environment, where it may be missing.
const defaultOptions: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  locale: 'en-US',
}

export async function openWindow(address: string, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await (await sharedBrowser()).newContext({ baseURL: address, ...defaultOptions, ...options })
  return { ...watched(await context.newPage()), close: () => context.close() }
}

export interface ReusedWindow {
  /** A window with exactly these cookies and this local storage. */
  open(cookies: Cookies, memory: Record<string, string>): Promise<Window>
  /** For the next test file: a new page in the same browser context, which has the page's compiled scripts. */
  clear(): Promise<void>
  /** After the last window at this address. */
  end(): Promise<void>
}

/** In the browser's format. */
export type Cookies = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>['cookies']

/**
 * Opens windows one after the other at the same address. They reuse one tab, which is cleared in between: a new tab
 * costs more than most tests and would compile the page's scripts again.
 */
export function reuseWindow(address: string): ReusedWindow {
  let context: Promise<BrowserContext> | undefined
  let tab: Promise<Page> | undefined
  let opened = 0
  return {
    async open(cookies, memory) {
      context ??= sharedBrowser().then((browser) => browser.newContext({ baseURL: address, ...defaultOptions }))
      tab ??= context.then((opened) => opened.newPage())
      const page = await tab
      await page.context().clearCookies()
      await page.context().addCookies(cookies)
      // Once per window and never in a frame, so that later changes by the page are kept.
      const number = String(++opened)
      const remembering = await page.addInitScript(`
        if (window === top && sessionStorage.getItem('window') !== '${number}') {
          sessionStorage.clear()
          sessionStorage.setItem('window', '${number}')
          localStorage.clear()
          Object.assign(localStorage, ${JSON.stringify(memory)})
        }`)
      const close = async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        // Stops everything in this window before the next one. Stays on the same origin, else the tab gets a new process.
        await page.goto('/healthz')
        for (const event of eventNames) page.removeAllListeners(event)
        await remembering.dispose()
      }
      return { ...watched(page), close }
    },
    async clear() {
      const last = tab
      tab = undefined
      await (await last)?.close()
    },
    async end() {
      await (await context)?.close()
    },
  }
}

/** Counts our own listeners and those of watchSettling; Playwright's are not affected. */
const eventNames = ['pageerror', 'console', 'request', 'requestfinished', 'requestfailed']

function watched(page: Page): Omit<Window, 'close'> {
  page.setDefaultTimeout(60_000)
  const pageErrors: string[] = []
  const calls: string[] = []
  page.on('pageerror', (error) => pageErrors.push(error.message))
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) pageErrors.push(line.text())
  })
  const isPoll = pollDetector()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Site icons are images, fetched once and cached.
    if (isPoll(request) || !pathname.includes('/api/') || request.resourceType() === 'image') return
    calls.push(`${request.method()} ${pathname}`)
  })
  return { page, pageErrors, calls, settled: watchSettling(page) }
}

/** Less than the shortest polling interval of a page (web/src/api/app-shell.ts). */
const shortestPollMs = 2_000

/** Polls are not counted: on a slow machine they start before the page has loaded. */
function pollDetector(): (request: Request) => boolean {
  const lastReads = new Map<string, number>()
  return (request) => {
    if (request.isNavigationRequest()) lastReads.clear()
    if (request.method() !== 'GET') return false
    const { url, now } = { url: request.url(), now: Date.now() }
    const last = lastReads.get(url)
    lastReads.set(url, now)
    return last !== undefined && now - last >= shortestPollMs
  }
}
