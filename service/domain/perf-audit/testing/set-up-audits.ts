import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import type { TestService } from '../../../testing/test-service.ts'
import type { Strategy } from '../audit.ts'
import { storeAudit } from '../audit-store.ts'

export interface AuditFixture extends Callers {
  service: TestService
  people: People
  /** Stores a successful audit of the site at the current time. */
  audited(siteId: number, strategy: Strategy, performance: number, picture?: Buffer): Promise<void>
  /** Stores a failed audit. */
  failed(siteId: number, strategy: Strategy, reason: string): Promise<void>
}

/** An existing program, for tests that never start Chromium. */
const program = '/bin/true'

export function setUpAudits(): AuditFixture {
  const fixture = setUpService({ browser: { program } }, true) as AuditFixture
  Object.assign(fixture, callers(fixture))
  const siteOf = (id: number) =>
    fixture.service.db.selectFrom('sites').select(['id', 'url']).where('id', '=', id).executeTakeFirstOrThrow()
  fixture.audited = async (siteId, strategy, performance, picture) => {
    const { db, clock } = fixture.service
    const site = await siteOf(siteId)
    const audit = { ok: true as const, report: { ...report(performance), picture: picture ?? null } }
    await storeAudit(db, { site, strategy, audit, now: clock.now() })
  }
  fixture.failed = async (siteId, strategy, reason) => {
    const { db, clock } = fixture.service
    await storeAudit(db, { site: await siteOf(siteId), strategy, audit: { ok: false, reason }, now: clock.now() })
  }
  return fixture
}

const report = (performance: number) => ({
  finalUrl: 'https://site-1.example/home',
  lighthouseVersion: '13.5.0',
  scores: { performance, accessibility: 90, bestPractices: 80, seo: null },
  metrics: {
    firstContentfulPaintMs: 900,
    largestContentfulPaintMs: 1_800,
    totalBlockingTimeMs: 40,
    cumulativeLayoutShift: 0.013,
    speedIndexMs: 1_200,
    timeToFirstByteMs: 120,
  },
  pageBytes: 300_000,
  opportunities: [
    {
      id: 'render-blocking-insight',
      title: 'Render-blocking requests',
      saving: '1 s',
      savingMs: 1_000,
      savingBytes: null,
    },
  ],
  findings: [
    { category: 'accessibility' as const, id: 'image-alt', title: 'Image elements do not have [alt] attributes' },
  ],
})
