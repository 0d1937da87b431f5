import lighthouse from 'lighthouse'
import desktopConfig from 'lighthouse/core/config/desktop-config.js'
import type { Page } from 'puppeteer-core'

const categories = ['performance', 'accessibility', 'best-practices'] as const

export interface Opinion {
  scores: Record<(typeof categories)[number], number>
  /** Milliseconds, but for the layout shift. */
  metrics: Record<string, number>
  /** What was not right, of accessibility and best practices. */
  findings: string[]
}

const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

/** Lighthouse with its desktop preset on a page as somebody sees it who is signed in and has never been there. */
export async function judge(page: Page, url: string): Promise<Opinion> {
  const session = await page.createCDPSession()
  await session.send('Network.clearBrowserCache')
  await session.detach()
  // A reset would sign us out.
  const flags = { onlyCategories: [...categories], disableStorageReset: true }
  const result = await lighthouse(url, { logLevel: 'error', output: 'json', ...flags }, desktopConfig, page)
  const report = result?.lhr
  if (!report || report.runtimeError) throw new Error(`Lighthouse gave up: ${report?.runtimeError?.message}`)
  const rounded = (audit: string) => Math.round((report.audits[audit]?.numericValue ?? 0) * 1_000) / 1_000
  const wanted = categories.slice(1).flatMap((name) => report.categories[name]!.auditRefs.map(({ id }) => id))
  const failed = wanted.map((id) => report.audits[id]!).filter(({ score }) => score !== null && score < 1)
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
    ) as Opinion['scores'],
    metrics: Object.fromEntries(metrics.map((name) => [name, rounded(name)])),
    findings: failed.map(({ id, title }) => `${id}: ${title}`),
  }
}

/** The run in the middle by its performance. */
export const median = (opinions: readonly Opinion[]): Opinion =>
  opinions.toSorted((a, b) => a.scores.performance - b.scores.performance)[Math.floor(opinions.length / 2)]!
