import lighthouse from 'lighthouse'
import desktopConfig from 'lighthouse/core/config/desktop-config.js'
import type { Page } from 'puppeteer-core'

const categories = ['performance', 'accessibility', 'best-practices'] as const

export interface LighthouseResult {
  scores: Record<(typeof categories)[number], number>
  /** Milliseconds, except for the layout shift. */
  metrics: Record<string, number>
  /** Failed checks of accessibility and best practices. */
  findings: string[]
}

const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

/** Lighthouse with its desktop preset on a page, for a signed-in user without a cache. */
export async function runLighthouse(page: Page, url: string): Promise<LighthouseResult> {
  const session = await page.createCDPSession()
  await session.send('Network.clearBrowserCache')
  await session.detach()
  // A reset would sign us out.
  const flags = { onlyCategories: [...categories], disableStorageReset: true }
  const result = await lighthouse(url, { logLevel: 'error', output: 'json', ...flags }, desktopConfig, page)
  const report = result?.lhr
  if (!report || report.runtimeError) throw new Error(`Lighthouse failed: ${report?.runtimeError?.message}`)
  const rounded = (audit: string) => Math.round((report.audits[audit]?.numericValue ?? 0) * 1_000) / 1_000
  const auditIds = categories.slice(1).flatMap((name) => report.categories[name]!.auditRefs.map(({ id }) => id))
  const failed = auditIds.map((id) => report.audits[id]!).filter(({ score }) => score !== null && score < 1)
  return {
    scores: Object.fromEntries(
      categories.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
    ) as LighthouseResult['scores'],
    metrics: Object.fromEntries(metrics.map((name) => [name, rounded(name)])),
    findings: failed.map(({ id, title }) => `${id}: ${title}`),
  }
}

/** The run in the middle by its performance. */
export const median = (results: readonly LighthouseResult[]): LighthouseResult =>
  results.toSorted((a, b) => a.scores.performance - b.scores.performance)[Math.floor(results.length / 2)]!
