import type { Browser, PDFOptions } from 'puppeteer-core/lib/puppeteer/puppeteer-core-browser.js'
import { messageOf } from '../error-facts.ts'
import { BrowserError } from './browser-error.ts'
import { connect } from './connect.ts'
import type { RunningChromium } from './launch.ts'

export interface PdfOptions {
  format?: 'A4' | 'Letter'
  landscape?: boolean
  /** On all four sides, in millimetres. */
  marginMm?: number
  /** HTML below each page; `<span class="pageNumber">` and `totalPages` are filled in. */
  footer?: string
}

/** Below the limit of unread bytes per caller: a larger document could never be sent. */
export const maxPdfBytes = 12 * 1024 * 1024

/** Prints a page that we generate. Scripts are off, and nothing is loaded: images must be data: addresses. */
export async function printPage(
  chromium: RunningChromium,
  html: string,
  options: PdfOptions,
  maxBytes: number,
): Promise<Buffer> {
  const hasEnded = () => new BrowserError('failed', 'Chromium ended while it printed. Try again later.')
  // Puppeteer may wait for ever if Chromium ends while it connects.
  const ended = chromium.ended.then(() => Promise.reject(hasEnded()))
  const printing = async () => {
    let browser: Browser | undefined
    try {
      browser = await connect(chromium)
      return await readAll(await printedStream(browser, html, options), maxBytes)
    } catch (error) {
      if (error instanceof BrowserError) throw error
      if (!browser?.connected) throw hasEnded()
      throw new BrowserError('failed', `Chromium could not print: ${messageOf(error)}`)
    }
  }
  return Promise.race([printing(), ended])
}

async function printedStream(browser: Browser, html: string, options: PdfOptions) {
  const page = await browser.newPage()
  page.setDefaultTimeout(0)
  await page.setJavaScriptEnabled(false)
  await page.setRequestInterception(true)
  // 'aborted' also ends a redirect (refresh) here; an error page would leave nothing to print.
  page.on('request', (request) => void request.abort('aborted').catch(() => {}))
  await page.setContent(html, { waitUntil: 'load' })
  return page.createPDFStream(printSettings(options))
}

async function readAll(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.length
    if (size > maxBytes) {
      const megabytes = Math.round(maxBytes / 2 ** 20)
      throw new BrowserError(
        'failed',
        `The document has more than ${megabytes} MB. Choose a shorter period or fewer sites.`,
      )
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function printSettings({ format = 'A4', landscape = false, marginMm = 12, footer }: PdfOptions): PDFOptions {
  const margin = `${marginMm}mm`
  return {
    format,
    landscape,
    margin: { top: margin, right: margin, bottom: margin, left: margin },
    printBackground: true,
    preferCSSPageSize: true,
    outline: true,
    tagged: true,
    waitForFonts: false,
    ...(footer !== undefined && { displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: footer }),
  }
}
