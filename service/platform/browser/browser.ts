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
  /** Ends all running tasks. */
  close(): Promise<void>
}

const pdfDeadlineMs = 60_000
const pdfsAtOnce = 2

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
        withChromium('nothing', (chromium) =>
          beforeDeadline(clock, printPage(chromium, html, options, parts.maxPdfBytes ?? maxPdfBytes)),
        ),
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

async function beforeDeadline(clock: Clock, printing: Promise<Buffer>): Promise<Buffer> {
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(pdfDeadlineMs, () =>
    late.reject(new BrowserError('timeout', 'The document took too long to print.')),
  )
  return Promise.race([printing, late.promise]).finally(cancel)
}
