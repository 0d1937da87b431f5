import { existsSync } from 'node:fs'
import type { Clock } from '../clock.ts'
import { ConcurrencyLimit } from '../concurrency-limit.ts'
import { messageOf } from '../error-facts.ts'
import type { Logger } from '../log.ts'
import type { Outbound } from '../outbound/http-client.ts'
import { BrowserError, browserMissing, browserUnfit, lighthouseMissing } from './browser-error.ts'
import { findChromium } from './find-chromium.ts'
import type { Reach } from './flags.ts'
import { type GuardedProxy, type ProxyLimits, startGuardedProxy } from './guarded-proxy.ts'
import { chromiumIdentity } from './identity.ts'
import { launchChromium, type RunningChromium } from './launch.ts'
import { auditPage, type PageAudit, type Strategy } from './lighthouse/audit-page.ts'
import { takeMachineLock } from './machine-lock.ts'
import { maxPdfBytes, type PdfOptions, printPage } from './print-to-pdf.ts'
import { type CapturedPage, type CaptureRequest, capturePages } from './screenshots/capture-pages.ts'
import type { ImageDifference } from './screenshots/compare-images.ts'
import { compareInWorker, type ImagesToCompare } from './screenshots/compare-in-worker.ts'

export interface BrowserParts {
  clock: Clock
  log: Logger
  /** Everything that a page of a site loads passes its guard. */
  outbound: Pick<Outbound, 'open'>
  /** CHROMIUM_PATH; by default the usual paths are searched. */
  program?: string | undefined
  /** CHROMIUM_NO_SANDBOX: pages of sites may be opened without Chromium's sandbox, with the rights of this process. */
  withoutSandbox?: boolean
  limits?: Partial<ProxyLimits>
  /** The largest document that is printed. */
  maxPdfBytes?: number
  /** Lighthouse's package; a release does not include it. */
  lighthouse?: URL
}

const lighthousePackage = new URL('../../../node_modules/lighthouse/package.json', import.meta.url)

/** Chromium for the service. Each task gets its own process, which ends with the task. */
export interface Browser {
  /** Whether Chromium is installed. */
  available(): boolean
  /** Whether pages can be audited: Chromium and Lighthouse are installed. */
  canAudit(): boolean
  /** Throws an error with instructions if something is missing for audits. */
  requireAudits(): void
  /** Prints a page that we generate; scripts are off and nothing is loaded. */
  printToPdf(html: string, options?: PdfOptions): Promise<Buffer>
  /** Lighthouse's results for a page; waits until no other audit runs on this machine. */
  audit(url: string, strategy: Strategy): Promise<PageAudit>
  /** Opens pages of a site and takes their pictures; one at a time on this machine. Waits at most `maxWaitMs` for others. */
  capture(request: CaptureRequest, maxWaitMs: number): Promise<CapturedPage[]>
  /** How much a page differs from the same page before. */
  compare(images: ImagesToCompare): Promise<ImageDifference>
  /** Ends all running tasks. */
  close(): Promise<void>
}

const pdfDeadlineMs = 60_000
const pdfsAtOnce = 2
const captureDeadlineMs = 60_000
/** A page of a site that loads more is not captured. */
const maxCaptureBytes = 60 * 1024 * 1024

export function createBrowser(parts: BrowserParts): Browser {
  const { clock, outbound, program: configured, limits = {}, lighthouse = lighthousePackage } = parts
  const pdfs = new ConcurrencyLimit(pdfsAtOnce)
  const closing = new AbortController()
  const running = new Set<RunningChromium>()
  const sandbox = { works: true }

  function requireProgram(): string {
    const program = findChromium(configured)
    if (program === undefined) throw browserMissing(configured)
    return program
  }

  function requireAudits(): void {
    if (!existsSync(lighthouse)) throw lighthouseMissing()
    requireProgram()
  }

  /** Starts Chromium for this work and always ends it. */
  async function withChromium<T>(reach: Reach, work: (chromium: RunningChromium) => Promise<T>): Promise<T> {
    const chromium = await launch(parts, requireProgram(), reach, sandbox)
    running.add(chromium)
    try {
      if (closing.signal.aborted) throw new BrowserError('failed', 'Flotilla is stopping.')
      return await work(chromium)
    } finally {
      running.delete(chromium)
      await chromium.close()
    }
  }

  async function audit(url: string, strategy: Strategy, proxy: GuardedProxy): Promise<PageAudit> {
    return withChromium({ proxyPort: proxy.port }, (chromium) =>
      auditPage({ chromium, proxy, clock }, { url, strategy }),
    )
  }

  return {
    available: () => findChromium(configured) !== undefined,
    canAudit: () => existsSync(lighthouse) && findChromium(configured) !== undefined,
    requireAudits,
    printToPdf: (html, options = {}) =>
      pdfs.run(() =>
        withChromium('nothing', (chromium) => {
          const late = 'The document took too long to print.'
          const printing = printPage(chromium, html, options, parts.maxPdfBytes ?? maxPdfBytes)
          return beforeDeadline(clock, pdfDeadlineMs, late, printing)
        }),
      ),
    async audit(url, strategy) {
      requireAudits()
      const releaseLock = await takeMachineLock('audit', closing.signal)
      const proxy = await startGuardedProxy({ outbound, limits })
      try {
        return await audit(url, strategy, proxy)
      } finally {
        await proxy.close()
        releaseLock()
      }
    },
    async capture(request, maxWaitMs) {
      requireProgram()
      const releaseLock = await takeLockWithin(clock, closing.signal, maxWaitMs)
      const proxy = await startGuardedProxy({ outbound, limits: { maxBytes: maxCaptureBytes, ...limits } })
      try {
        const late = 'The page did not finish loading within a minute.'
        // At once, because the next site waits for this one.
        const tooMuch = proxy.tooMuch.then(({ sentence }) => Promise.reject(new BrowserError('failed', sentence)))
        const pages = await withChromium({ proxyPort: proxy.port }, (chromium) =>
          beforeDeadline(
            clock,
            captureDeadlineMs,
            late,
            Promise.race([capturePages(chromium, clock, request), tooMuch]),
          ),
        )
        const addresses = pages.map(({ finalUrl }) => URL.parse(finalUrl))
        const hasErrorPage = addresses.some((address) => !address?.protocol.startsWith('http'))
        const hosts = addresses.map((address) => address?.host)
        // What a page could not load beside it is part of the page.
        const stop = proxy
          .failures()
          .find(({ kind, host }) => kind === 'too-much' || hosts.includes(host) || (hasErrorPage && kind === 'refused'))
        if (stop) throw new BrowserError('failed', stop.sentence)
        return pages
      } finally {
        await proxy.close()
        releaseLock()
      }
    },
    compare: (images) => compareInWorker(clock, images),
    async close() {
      closing.abort(new BrowserError('failed', 'Flotilla is stopping.'))
      await Promise.all([...running].map((chromium) => chromium.close()))
    },
  }
}

async function launch(parts: BrowserParts, program: string, reach: Reach, sandbox: { works: boolean }) {
  const { clock, log, withoutSandbox = false } = parts
  const identity = chromiumIdentity()
  const start = (boxed: boolean) => launchChromium({ program, identity, sandbox: boxed, reach, clock })
  if (sandbox.works) {
    try {
      return await start(true)
    } catch (error) {
      // Whether the sandbox works is known only after a try; the result is cached.
      if (!/sandbox/i.test(messageOf(error))) throw error
      log.warn({ reason: messageOf(error) }, 'Chromium cannot use its sandbox here')
      sandbox.works = false
    }
  }
  // The sandbox is not needed for an unprivileged user, or for a page of our own without scripts.
  if (reach !== 'nothing' && !identity && !withoutSandbox) throw browserUnfit()
  return start(false)
}

async function beforeDeadline<T>(clock: Clock, ms: number, sentence: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(ms, () => late.reject(new BrowserError('timeout', sentence)))
  return Promise.race([work, late.promise]).finally(cancel)
}

async function takeLockWithin(clock: Clock, closing: AbortSignal, maxWaitMs: number): Promise<() => void> {
  const waited = new AbortController()
  const busy = new BrowserError('failed', 'The browser was busy with other sites.')
  const cancel = clock.after(maxWaitMs, () => waited.abort(busy))
  return takeMachineLock('capture', AbortSignal.any([closing, waited.signal])).finally(cancel)
}
