import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { watchSettling } from './settle.ts'

const candidates = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export const chromiumPath: string | undefined = candidates.find((path) => path && existsSync(path))

export const howToGetChromium =
  'skipped, because there is no Chromium: install Debian’s (apt-get install chromium) or set CHROMIUM to its path'

let browser: Promise<Browser> | undefined

/** One browser for all test files of a worker; it ends with the process. */
function sharedBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: chromiumPath!,
    // Chromium refuses to run as root with its sandbox; it sees nothing but our own page here.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return browser
}

export interface Window {
  page: Page
  /** What the page complained about: errors and warnings of the console, exceptions, answers that failed. */
  complaints: string[]
  /** Calls to the API, as "GET /api/v2/sites". */
  calls: string[]
  /** Waits until everything the page asked for has come and is drawn. */
  settled(): Promise<void>
  close(): Promise<void>
}

const usualLook: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }

/** A fresh window without cookies. */
export async function openWindow(address: string, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await (await sharedBrowser()).newContext({ baseURL: address, ...usualLook, ...options })
  return { ...(await windowIn(context)), close: () => context.close() }
}

export interface KeptWindows {
  /** A window with these cookies and this memory and no others. */
  open(cookies: Cookies, memory: Record<string, string>): Promise<Window>
  close(): Promise<void>
}

/** As a browser keeps them. */
export type Cookies = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>['cookies']

/**
 * One window after the other at the same address, in the usual look. They share what a browser keeps of the page's own
 * files, so that each need not load and compile them anew, and nothing else.
 */
export function keepWindows(address: string): KeptWindows {
  let kept: Promise<BrowserContext> | undefined
  return {
    async open(cookies, memory) {
      kept ??= sharedBrowser().then((browser) => browser.newContext({ baseURL: address, ...usualLook }))
      const context = await kept
      await context.clearCookies()
      await context.addCookies(cookies)
      const window = await windowIn(context)
      // Once per window, never in a frame: what the page itself remembers or forgets later stays so.
      await window.page.addInitScript(`if (window === top && !sessionStorage.getItem('opened')) {
        sessionStorage.setItem('opened', 'yes')
        localStorage.clear()
        Object.assign(localStorage, ${JSON.stringify(memory)})
      }`)
      return window
    },
    close: async () => (await kept)?.close(),
  }
}

async function windowIn(context: BrowserContext): Promise<Window> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  const calls: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text())
  })
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Icons of sites are pictures, asked for once and kept.
    if (pathname.includes('/api/') && request.resourceType() !== 'image') calls.push(`${request.method()} ${pathname}`)
  })
  return { page, complaints, calls, settled: watchSettling(page), close: () => page.close() }
}
