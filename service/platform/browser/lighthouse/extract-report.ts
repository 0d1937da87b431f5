import type { Result } from 'lighthouse'

/** Maximum entries of each list. */
export const maxOpportunities = 10
export const maxFindings = 40

type Audit = Result['audits'][string]

/** The few hundred bytes that we need of Lighthouse's report of hundreds of kilobytes. */
export function extractReport(result: Result | undefined) {
  if (!result) return { failure: { code: 'NO_RESULT', message: '' }, finalUrl: '' }
  const { audits, categories, runtimeError, lighthouseVersion } = result
  const finalUrl = result.finalDisplayedUrl ?? ''
  if (runtimeError) return { failure: { code: runtimeError.code, message: runtimeError.message }, finalUrl }
  const score = (category: string) => asPercent(categories[category]?.score)
  const number = (audit: string) => audits[audit]?.numericValue ?? null
  return {
    finalUrl,
    lighthouseVersion,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
    },
    metrics: {
      firstContentfulPaintMs: number('first-contentful-paint'),
      largestContentfulPaintMs: number('largest-contentful-paint'),
      totalBlockingTimeMs: number('total-blocking-time'),
      cumulativeLayoutShift: number('cumulative-layout-shift'),
      speedIndexMs: number('speed-index'),
      // As measured, before the simulated slow network: the only figure about the server itself.
      timeToFirstByteMs: number('server-response-time'),
    },
    pageBytes: number('total-byte-weight'),
    picture: pictureOf(audits['final-screenshot']),
    opportunities: opportunitiesOf(result),
    findings: findingsOf(result),
  }
}

const asPercent = (score: number | null | undefined) => (typeof score === 'number' ? Math.round(score * 100) : null)

/** Possible savings, the largest first. */
function opportunitiesOf({ audits, categories }: Result) {
  const referred = (categories.performance?.auditRefs ?? []).filter(
    ({ group }) => group === 'insights' || group === 'diagnostics',
  )
  return referred
    .map(({ id }) => audits[id])
    .filter((audit): audit is Audit => typeof audit?.score === 'number' && audit.score < 0.9)
    .map((audit) => ({
      id: audit.id,
      title: audit.title,
      saving: audit.displayValue ?? '',
      savingMs: savingMs(audit),
      savingBytes: savingBytes(audit),
    }))
    .sort((one, other) => other.savingMs - one.savingMs || (other.savingBytes ?? 0) - (one.savingBytes ?? 0))
    .slice(0, maxOpportunities)
}

function savingMs({ metricSavings = {} }: Audit): number {
  const { FCP = 0, LCP = 0, TBT = 0 } = metricSavings
  return Math.max(0, FCP, LCP, TBT)
}

function savingBytes({ details }: Audit): number | null {
  const known = typeof details === 'object' && details !== null && 'overallSavingsBytes' in details
  return known && typeof details.overallSavingsBytes === 'number' ? details.overallSavingsBytes : null
}

/** Failed checks of the other three categories. */
function findingsOf({ audits, categories }: Result) {
  return ['accessibility', 'best-practices', 'seo']
    .flatMap((category) =>
      (categories[category]?.auditRefs ?? [])
        .filter(({ weight }) => weight > 0)
        .flatMap(({ id }) => audits[id] ?? [])
        .filter(({ score }) => typeof score === 'number' && score < 0.9)
        .map(({ id, title }) => ({ category, id, title })),
    )
    .slice(0, maxFindings)
}

const jpeg = 'data:image/jpeg;base64,'

/** The last picture of the page while it loaded, at most 500 pixels wide: base64 of a JPEG. */
function pictureOf(audit: Audit | undefined): string | null {
  const data = audit?.details?.type === 'screenshot' ? audit.details.data : ''
  return data.startsWith(jpeg) ? data.slice(jpeg.length) : null
}
