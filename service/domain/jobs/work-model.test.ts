import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { operations } from '../../catalogue.ts'
import { systemActor } from '../../operation/actor.ts'
import { ServiceError } from '../../operation/errors.ts'
import { createLog } from '../../platform/log.ts'
import { beginWork } from '../../platform/work/current-work.ts'
import { setUpServiceWithJobs } from '../../testing/set-up-service-with-jobs.ts'
import { readEventsAfter } from '../events/index.ts'
import { lockJob, requestCancel } from './job-cancel-store.ts'
import { findJobById } from './job-store.ts'
import { listTargets, maxTargetAttempts } from './job-target-store.ts'
import { createTargetWorker } from './run-targets.ts'
import { startJob } from './start-job.ts'

const fixture = setUpServiceWithJobs({ works: false })
const suspendSite = operations.find(({ name }) => name === 'suspend-site')!

const start = (targets: number) =>
  startJob(
    { ...fixture.service, queue: fixture.service.app.queue, actor: systemActor() },
    {
      kind: 'model',
      operation: suspendSite,
      targets: Array.from({ length: targets }, (_, n) => ({ siteId: null, label: `${n}`, input: { n } })),
    },
  )
const targetsOf = (id: number) => listTargets(fixture.service.db, id, {}, { page: 1, perPage: 100 })
/** All leases of the job, or those of one worker, expire: their workers were killed. */
const expire = (id: number, holder?: string) =>
  sql`update job_targets set leased_until = now() - interval '1 second' where job_id = ${id} and state = 'running'
    and ${holder === undefined ? sql`true` : sql`leased_by = ${holder}`}`.execute(fixture.service.db)
const cancel = (id: number) =>
  fixture.service.db.transaction().execute(async (trx) => {
    if ((await lockJob(trx, id))?.completed_at === null) await requestCancel(trx, id, fixture.service.clock.now())
  })

it('every target ends once with two workers that are killed, stop, fail and finish, and a cancel at any time', async () => {
  const { db, clock, app } = fixture.service
  const total = 6
  const action = fc.record({
    name: fc.constantFrom('take', 'take', 'take', 'kill', 'sweep', 'cancel'),
    worker: fc.constantFrom(0, 1),
    answers: fc.array(fc.constantFrom('done', 'fails', 'waits', 'begins', 'database'), { minLength: 3, maxLength: 3 }),
  })
  const run = fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 10 }), async (actions) => {
    const { id } = await start(total)
    let runs = 0
    let answers: string[] = []
    let lives = 0
    let isOver = false
    const release: (() => void)[] = []
    const born = () => {
      const holder = `worker ${++lives}`
      const worker = createTargetWorker({
        ...{ db, clock, queue: app.queue, log: createLog('silent'), holder, leaseSeconds: 30 },
        async runTarget({ input }) {
          const n = input.n as number
          runs++
          const answer = answers[n % 3]
          if (answer === 'begins') beginWork()
          if (!isOver && (answer === 'waits' || answer === 'begins'))
            await new Promise<void>((resolve) => release.push(resolve))
          if (answer === 'fails') throw new ServiceError('svc_site_offline', 'unavailable', 'It does not answer.')
          if (answer === 'database') throw Object.assign(new Error('too slow'), { code: '57014' })
          return { output: { n }, results: null }
        },
      })
      return { holder, worker }
    }
    const workers = [born(), born()]
    const taking: Promise<void>[] = []
    for (const { name, worker: index, answers: given } of actions) {
      const current = workers[index]!
      answers = given
      if (name === 'take') {
        const open = await targetsOf(id)
        const free = open.some(({ state }) => state === 'waiting')
        taking.push(current.worker.take({ job: id, batch: 0 }))
        if (free)
          await expect.poll(async () => (await targetsOf(id)).some(({ state }) => state === 'waiting')).toBe(false)
      } else if (name === 'kill') {
        await expire(id, current.holder)
        workers[index] = born()
      } else if (name === 'sweep') await current.worker.sweep()
      else {
        await cancel(id)
        for (const { worker } of workers) worker.cancel(id)
      }
    }
    // Late workers answer, then all of them are gone, and new ones do what is left.
    isOver = true
    for (const finish of release) finish()
    await Promise.all(taking)
    for (let round = 0; round < maxTargetAttempts + 2; round++) {
      answers = ['done', 'done', 'done']
      await expire(id)
      const next = born()
      await next.worker.sweep()
      await next.worker.take({ job: id, batch: 0 })
      if ((await findJobById(db, id))?.completed_at) break
    }
    const job = (await findJobById(db, id))!
    expect(job.completed_at).not.toBeNull()
    expect(job.succeeded + job.failed + job.cancelled).toBe(total)
    const targets = await targetsOf(id)
    expect(targets.every(({ finished_at }) => finished_at !== null)).toBe(true)
    expect(targets.filter(({ state }) => state === 'cancelled')).toHaveLength(job.cancelled)
    const before = runs
    await born().worker.take({ job: id, batch: 0 })
    expect(runs).toBe(before)
    const ends = (await readEventsAfter(db, 0, { limit: 1_000 })).filter(({ subject }) => subject === `job:${id}`)
    expect(ends).toHaveLength(1)
  })
  await fc.assert(run, { numRuns: 10 })
})
