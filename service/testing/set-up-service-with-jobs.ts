import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AppOptions } from '../app.ts'
import { findJobById, type JobRow } from '../domain/jobs/job-store.ts'
import { startJob } from '../domain/jobs/start-job.ts'
import { suspendSite } from '../domain/sites/operations/suspend-site.ts'
import { type Actor, systemActor } from '../operation/actor.ts'
import { type People, seedPeople } from './people.ts'
import { seedSites } from './seed-sites.ts'
import { startTestService, type TestService } from './test-service.ts'

export interface JobFixture {
  service: TestService
  people: People
  /** A job that suspends these sites; unknown ids fail. */
  start(sites: (number | string)[], actor?: Actor): Promise<JobRow>
  /** Resolves when the job has ended. */
  over(job: Pick<JobRow, 'id'>): Promise<JobRow>
}

/** A service with a worker, for jobs that really run. */
export function setUpServiceWithJobs(options: Partial<AppOptions> = {}): JobFixture {
  const fixture = {} as JobFixture
  beforeAll(async () => {
    const all = { works: true, pace: { leaseSeconds: 30 }, ...options }
    fixture.service = await startTestService(all, undefined, { isEmptied: false })
    fixture.start = (sites, actor = systemActor()) => {
      const { db, clock, app } = fixture.service
      const targets = sites.map((site) => ({
        siteId: typeof site === 'number' ? site : null,
        label: String(site),
        input: { site_id_or_domain: site },
      }))
      return startJob({ db, queue: app.queue, clock, actor }, { kind: 'suspend', operation: suspendSite, targets })
    }
    fixture.over = async ({ id }) => {
      for (;;) {
        const job = await findJobById(fixture.service.db, id)
        if (job?.completed_at) return job
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  })
  beforeEach(async () => {
    await fixture.service.reset()
    fixture.people = await seedPeople(fixture.service)
    await seedSites(fixture.service.db, 30)
  })
  afterAll(() => fixture.service.close())
  return fixture
}
