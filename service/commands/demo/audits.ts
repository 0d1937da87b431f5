import { type Random, randomFrom } from '../../../simulator/index.ts'
import { storeAudit } from '../../domain/perf-audit/index.ts'
import { type DemoContext, type DemoSite, forEachConcurrently } from './demo-context.ts'

const weeks = 9
const maxSites = 16

/** Weekly audits of most sites; some become faster, some slower. */
export async function writeAudits({ db, clock, sites }: DemoContext): Promise<number> {
  const audited = sites.filter(({ role }) => role !== 'dead' && role !== 'suspended').slice(0, maxSites)
  await forEachConcurrently(
    audited,
    async (demo) => {
      const random = randomFrom('demo', 'audits', demo.site.hostname)
      const [base, trend] = [random.between(50, 97), random.between(-3, 3)]
      for (let week = weeks - 1; week >= 0; week--) {
        for (const strategy of ['mobile', 'desktop'] as const) {
          const ahead = strategy === 'desktop' ? 9 : 0
          const score = base + ahead + trend * (weeks / 2 - week) + random.between(-3, 3)
          const report = buildReport(demo, Math.round(Math.min(100, Math.max(18, score))), random)
          const now = clock.daysAgo(week * 7 + 0.35)
          await storeAudit(db, { site: demo, strategy, audit: { ok: true, report }, now })
        }
      }
    },
    1,
  )
  return audited.length * weeks * 2
}

function buildReport({ url }: DemoSite, performance: number, random: Random) {
  const slow = (100 - performance) / 100
  const ms = (least: number, further: number) => Math.round(least + slow * further + random.below(120))
  return {
    finalUrl: url,
    lighthouseVersion: '13.5.0',
    scores: {
      performance,
      accessibility: random.between(78, 100),
      bestPractices: random.between(81, 100),
      seo: random.between(84, 100),
    },
    metrics: {
      firstContentfulPaintMs: ms(800, 2_600),
      largestContentfulPaintMs: ms(1_300, 6_000),
      totalBlockingTimeMs: ms(20, 900),
      cumulativeLayoutShift: Math.round(slow * random.below(300)) / 1_000,
      speedIndexMs: ms(1_200, 5_200),
      timeToFirstByteMs: ms(90, 700),
    },
    picture: null,
    pageBytes: Math.round(420_000 + slow * 3_400_000 + random.below(90_000)),
    opportunities: slow < 0.1 ? [] : [images(ms(150, 1_800)), unusedScripts(ms(100, 900))],
    findings:
      performance % 3 === 0
        ? [
            {
              category: 'accessibility' as const,
              id: 'image-alt',
              title: 'Image elements do not have [alt] attributes',
            },
          ]
        : [],
  }
}

const images = (savingMs: number) => ({
  id: 'image-delivery-insight',
  title: 'Improve image delivery',
  saving: `Est savings of ${savingMs * 4} KiB`,
  savingMs,
  savingBytes: savingMs * 4_096,
})
const unusedScripts = (savingMs: number) => ({
  id: 'unused-javascript',
  title: 'Reduce unused JavaScript',
  saving: `Est savings of ${savingMs} KiB`,
  savingMs,
  savingBytes: savingMs * 1_024,
})
