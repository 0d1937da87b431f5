import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'
import { findHeadlessShell } from '../../service/testing/headless-shell.ts'
import { chromiumPath } from '../../service/testing/requirements.ts'
import { watchSettling } from './settle.ts'

let browser: Promise<Browser> | undefined

/** One browser for all test files of a worker; it ends with the process. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: findHeadlessShell() ?? chromiumPath!,
    // Chromium refuses to run as root with its sandbox; it sees nothing but our own page here.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return browser
}

export interface Window {
  page: Page
  /** What the page complained about: errors and warnings of the console, exceptions, answers that failed. */
  complaints: string[]
  /** Calls to the API, as "GET /api/v2/sites", without the repetitions of a page that polls. */
  calls: string[]
  /** Waits until everything the page asked for has come and is drawn. */
  settled(): Promise<void>
  close(): Promise<void>
}

// The language is given, because the headless shell takes it from the environment, where it may be none.
const usualLook: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  locale: 'en-US',
}

/** A fresh window without cookies. */
export async function openWindow(address: string, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await (await sharedBrowser()).newContext({ baseURL: address, ...usualLook, ...options })
  return { ...watched(await context.newPage()), close: () => context.close() }
}

export interface KeptWindows {
  /** A window with these cookies and this memory and no others. */
  open(cookies: Cookies, memory: Record<string, string>): Promise<Window>
  close(): Promise<void>
}

/** As a browser keeps them. */
export type Cookies = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>['cookies']

/**
 * One window after the other at the same address, in the usual look. They are one tab that is emptied in between: a new one
 * costs more than most of what a test does in it, and would load and compile the page's own files anew.
 */
export function keepWindows(address: string): KeptWindows {
  let kept: Promise<Page> | undefined
  let opened = 0
  return {
    async open(cookies, memory) {
      kept ??= sharedBrowser().then((browser) => browser.newPage({ baseURL: address, ...usualLook }))
      const page = await kept
      await page.context().clearCookies()
      await page.context().addCookies(cookies)
      // Once per window, never in a frame: what the page itself remembers or forgets later stays so.
      const number = String(++opened)
      const remembering = await page.addInitScript(`
        if (window === top && sessionStorage.getItem('window') !== '${number}') {
          sessionStorage.clear()
          sessionStorage.setItem('window', '${number}')
          localStorage.clear()
          Object.assign(localStorage, ${JSON.stringify(memory)})
        }`)
      const close = async () => {
        // So that nothing of this window goes on in the next one. At the same address, else it gets a new process.
        await page.goto('/healthz')
        for (const event of heard) page.removeAllListeners(event)
        await remembering.dispose()
      }
      return { ...watched(page), close }
    },
    close: async () => (await kept)?.close(),
  }
}

/** By us and by watchSettling; Playwright hears others for itself. */
const heard = ['pageerror', 'console', 'request', 'requestfinished', 'requestfailed']

function watched(page: Page): Omit<Window, 'close'> {
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  const calls: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text())
  })
  const isPoll = pollDetector()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Icons of sites are pictures, asked for once and kept.
    if (isPoll(request) || !pathname.includes('/api/') || request.resourceType() === 'image') return
    calls.push(`${request.method()} ${pathname}`)
  })
  return { page, complaints, calls, settled: watchSettling(page) }
}

/** Less than the shortest interval at which a page reads the same again (web/src/api/desk.ts). */
const shortestPollMs = 2_000

/** On a slow machine a page is still loading when its first polls begin: how many there are says nothing about the page. */
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
