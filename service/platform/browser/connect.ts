import type { Browser } from 'puppeteer-core/lib/puppeteer/puppeteer-core-browser.js'
import type { RunningChromium } from './launch.ts'

/** Puppeteer over the pipes of a running Chromium. */
export async function connect({ transport }: RunningChromium): Promise<Browser> {
  // Loaded with the first task, because most processes have none. This entry has no launchers: 20 MB instead of 36.
  const puppeteer = await import('puppeteer-core/lib/puppeteer/puppeteer-core-browser.js')
  // Only our own deadline counts: it follows the service's clock and ends Chromium.
  return puppeteer.connect({ transport, defaultViewport: null, protocolTimeout: 0 })
}
