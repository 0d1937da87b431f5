import type { Browser, CDPSession } from 'puppeteer-core/lib/puppeteer/puppeteer-core-browser.js'
import type { Clock } from '../../clock.ts'
import { messageOf } from '../../error-facts.ts'
import { recogniseImage } from '../../image-size.ts'
import { BrowserError } from '../browser-error.ts'
import { connect } from '../connect.ts'
import type { RunningChromium } from '../launch.ts'

/** A page as a visitor sees it. The texts come from the site. */
export interface CapturedPage {
  /** For comparing: exact. */
  png: Buffer
  /** For people: WebP, small. */
  image: Buffer
  width: number
  height: number
  /** Uncaught exceptions and errors in the console. */
  errors: string[]
  /** After redirects. */
  finalUrl: string
}

export interface CaptureRequest {
  /** Opened one after the other in one browser. */
  urls: readonly string[]
  verifyTls: boolean
}

const width = 1_280
const minHeight = 800
/** Below this the page is cut: a longer one costs more to compare than it shows. */
const maxHeight = 4_000
const loadMs = 20_000
/** Scripts that run after the load event; a page that never stops loading is captured after the timeout. */
const settling = { idleTime: 500, concurrency: 2, timeout: 5_000 }
const maxErrors = 20
const maxErrorLength = 300
const maxPngBytes = 16 * 1024 * 1024
export const maxImageBytes = 1024 * 1024
/** Tried in this order until the image is small enough. */
const qualities = [60, 30, 10]

export async function capturePages(
  chromium: RunningChromium,
  clock: Clock,
  { urls, verifyTls }: CaptureRequest,
): Promise<CapturedPage[]> {
  const hasEnded = () => new BrowserError('failed', 'Chromium stopped while it opened the page.')
  const ended = chromium.ended.then(() => Promise.reject(hasEnded()))
  const capturing = async () => {
    let browser: Browser | undefined
    try {
      browser = await connect(chromium)
      const captured: CapturedPage[] = []
      for (const url of urls) captured.push(await capturePage(browser, clock, url, verifyTls))
      return captured
    } catch (error) {
      if (error instanceof BrowserError) throw error
      if (!browser?.connected) throw hasEnded()
      throw new BrowserError('failed', `Chromium could not open the page: ${messageOf(error).slice(0, 300)}`)
    }
  }
  return Promise.race([capturing(), ended])
}

async function capturePage(browser: Browser, clock: Clock, url: string, verifyTls: boolean): Promise<CapturedPage> {
  const page = await browser.newPage()
  try {
    page.setDefaultTimeout(0)
    const session = await page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
    if (!verifyTls) await session.send('Security.setIgnoreCertificateErrors', { ignore: true })
    await page.setViewport({ width, height: minHeight })
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    const errors: string[] = []
    const add = (text: string) => void (errors.length < maxErrors && errors.push(oneLine(text)))
    page.on('pageerror', (error) => add(messageOf(error)))
    page.on('console', (message) => void (message.type() === 'error' && add(message.text())))
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
    // A page that loads for ever is captured as it is then.
    const opened = await within(clock, loadMs, page.goto(url, { waitUntil: 'load', timeout: 0 }))
    if (opened !== 'late') await page.waitForNetworkIdle(settling).catch(() => {})
    const { cssContentSize } = await session.send('Page.getLayoutMetrics')
    const height = Math.min(maxHeight, Math.max(minHeight, Math.ceil(cssContentSize.height)))
    const png = await shoot(session, { format: 'png' }, height)
    if (png.length > maxPngBytes) throw new BrowserError('failed', 'The page is too large to compare.')
    return { png, image: await smallImage(session, height), width, height, errors, finalUrl: page.url() }
  } finally {
    await page.close().catch(() => {})
  }
}

async function shoot(
  session: CDPSession,
  format: { format: 'png' } | { format: 'webp'; quality: number },
  height: number,
): Promise<Buffer> {
  const clip = { x: 0, y: 0, width, height, scale: 1 }
  const { data } = await session.send('Page.captureScreenshot', { ...format, clip, captureBeyondViewport: true })
  return Buffer.from(data, 'base64')
}

async function smallImage(session: CDPSession, height: number): Promise<Buffer> {
  for (const quality of qualities) {
    const image = await shoot(session, { format: 'webp', quality }, height)
    if (image.length <= maxImageBytes && recogniseImage(image, maxHeight) === 'image/webp') return image
  }
  throw new BrowserError('failed', 'The picture of the page is too large to store.')
}

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxErrorLength)

async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | 'late'> {
  const late = Promise.withResolvers<'late'>()
  const cancel = clock.after(ms, () => late.resolve('late'))
  return Promise.race([work, late.promise]).finally(cancel)
}
