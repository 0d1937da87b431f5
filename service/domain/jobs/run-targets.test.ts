import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { operations } from '../../catalogue.ts'
import { systemActor } from '../../operation/actor.ts'
import { asErrorDuringChange } from '../../operation/as-service-error.ts'
import { ServiceError } from '../../operation/errors.ts'
import { leaseSignal } from '../../platform/leases.ts'
import { createLog } from '../../platform/log.ts'
import { beginWork } from '../../platform/work/current-work.ts'
import { setUpServiceWithJobs } from '../../testing/set-up-service-with-jobs.ts'
import { readEventsAfter } from '../events/index.ts'
import { requestCancel } from './job-cancel-store.ts'
import { findJobById } from './job-store.ts'
import { leaseTargets, listTargets, recordTarget } from './job-target-store.ts'
import { runAndWait } from './now-or-later.ts'
import { createTargetWorker, type TargetCall } from './run-targets.ts'
import { type BatchMessage, startJob } from './start-job.ts'

const fixture = setUpServiceWithJobs({ works: false })
const silent = createLog('silent')
const suspendSite = operations.find(({ name }) => name === 'suspend-site')!

/** A separate worker on the database of the service. */
function worker(runTarget: (call: TargetCall) => Promise<unknown>, holder = 'worker', leaseSeconds = 30) {
  const { db, clock, app } = fixture.service
  const runsTarget = async (call: TargetCall) => ({ output: await runTarget(call), results: null })
  return createTargetWorker({
    ...{ db, clock, queue: app.queue, log: silent, holder, leaseSeconds },
    runTarget: runsTarget,
  })
}
/** The error of the pipeline when the database was away during a change. */
const unconfirmed = () => asErrorDuringChange(Object.assign(new Error('terminated'), { code: '57P01' }))
const targetsOf = (id: number) => listTargets(fixture.service.db, id, {}, { page: 1, perPage: 100 })
const start = (count: number, heavy = false) =>
  startJob(
    { ...fixture.service, queue: fixture.service.app.queue, actor: systemActor() },
    {
      kind: 'suspend',
      operation: suspendSite,
      heavy,
      targets: Array.from({ length: count }, (_, index) => ({
        siteId: index + 1,
        label: `site ${index + 1}`,
        input: { n: index },
      })),
    },
  )

it('publishes the end of a job once, with its counts, and that of a cancelled job', async () => {
  const { db, clock } = fixture.service
  const events = async () =>
    (await readEventsAfter(db, 0, { limit: 100 })).map(({ type, subject, data }) => ({ type, subject, data }))
  const job = await start(3)
  await worker(async ({ input }) => {
    if (input.n === 2) throw new ServiceError('svc_site_offline', 'unavailable', 'It does not answer.')
  }).take({ job: job.id, batch: 0 })
  const data = { job_id: String(job.id), kind: 'suspend', total: 3, succeeded: 2, failed: 1, cancelled: 0 }
  const failed = { type: 'job.failed', subject: `job:${job.id}`, data: expect.objectContaining(data) }
  expect(await events()).toEqual([failed])
  const second = await start(2)
  await db.transaction().execute((trx) => requestCancel(trx, second.id, clock.now()))
  expect(await events()).toMatchObject([failed, { type: 'job.finished', data: { cancelled: 2, outcome: null } }])
})

describe('a worker', () => {
  it('records one outcome per target and ends the job with exact counts', async () => {
    const job = await start(5)
    await worker(async ({ input }) => {
      if (input.n === 3) throw new ServiceError('svc_site_offline', 'unavailable', 'It does not answer.')
      if (input.n === 4) throw new TypeError('a bug')
      return { n: input.n }
    }).take({ job: job.id, batch: 0 })
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({
      status: 'completed',
      total: 5,
      succeeded: 3,
      failed: 2,
    })
    expect((await targetsOf(job.id)).map((target) => [target.state, target.result, target.error_code])).toEqual([
      ['succeeded', { n: 0 }, null],
      ['succeeded', { n: 1 }, null],
      ['succeeded', { n: 2 }, null],
      ['failed', null, 'svc_site_offline'],
      ['failed', null, 'svc_internal_error'],
    ])
  })

  it('does not wait for a slow target to record the others', async () => {
    const job = await start(3)
    const { promise: slow, resolve: finishSlow } = Promise.withResolvers<void>()
    const { promise: othersDone, resolve: othersAreDone } = Promise.withResolvers<void>()
    let done = 0
    const taking = worker(async ({ input }) => {
      if (input.n === 0) await slow
      else if (++done === 2) othersAreDone()
    }).take({ job: job.id, batch: 0 })
    await othersDone
    await expect.poll(async () => (await findJobById(fixture.service.db, job.id))?.succeeded).toBe(2)
    expect((await findJobById(fixture.service.db, job.id))?.completed_at).toBeNull()
    finishSlow()
    await taking
    expect((await findJobById(fixture.service.db, job.id))?.status).toBe('completed')
  })

  it('lets the next batch start while a few slow targets of this one continue', async () => {
    const job = await start(50)
    const { promise: slow, resolve: finishSlow } = Promise.withResolvers<void>()
    const { take } = worker(async ({ input }) => {
      if ((input.n as number) % 25 < 3) await slow
    })
    await take({ job: job.id, batch: 0 })
    await take({ job: job.id, batch: 1 })
    // The other half is recorded as it ends.
    await expect.poll(async () => (await findJobById(fixture.service.db, job.id))?.succeeded).toBe(44)
    finishSlow()
    await expect.poll(async () => (await findJobById(fixture.service.db, job.id))?.status).toBe('completed')
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({ succeeded: 50, failed: 0 })
  })

  it('waits for a batch of mostly slow targets, and for any batch once too many continue', async () => {
    const job = await start(25 * 11)
    const { promise: slow, resolve: finishSlow } = Promise.withResolvers<void>()
    const isSlow = (n: number, perBatch: number) => n % 25 < perBatch
    const { take } = worker(async ({ input }) => {
      const n = input.n as number
      if (isSlow(n, n < 25 ? 13 : 12)) await slow
    })
    const slots = Array.from({ length: 10 }, (_, batch) => {
      const slot = { given: false }
      void take({ job: job.id, batch }).then(() => {
        slot.given = true
      })
      return slot
    })
    // Batch 0 has 13 slow targets; eight of the others may leave 12 each.
    await expect.poll(async () => (await findJobById(fixture.service.db, job.id))?.succeeded).toBe(12 + 9 * 13)
    await expect.poll(() => slots.filter(({ given }) => given).length).toBe(8)
    expect(slots[0]!.given).toBe(false)
    finishSlow()
    await expect.poll(() => slots.every(({ given }) => given)).toBe(true)
  })

  it('releases its slot after 15 seconds, so that slow sites of one caller do not delay others', async () => {
    const job = await start(5)
    let finish = () => {}
    const slow = new Promise<void>((resolve) => {
      finish = resolve
    })
    let started = 0
    let isFree = false
    const taking = worker(async () => {
      started++
      await slow
    })
      .take({ job: job.id, batch: 0 })
      .then(() => {
        isFree = true
      })
    await expect.poll(() => started).toBe(5)
    fixture.service.clock.advance(14_000)
    expect(isFree).toBe(false)
    fixture.service.clock.advance(1_000)
    await taking
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({ status: 'processing', succeeded: 0 })
    finish()
    await expect.poll(async () => (await findJobById(fixture.service.db, job.id))?.succeeded).toBe(5)
  })

  it('does not take targets that another worker has leased', async () => {
    const job = await start(4)
    await leaseTargets(fixture.service.db, job.id, { from: 0, to: 2 }, { holder: 'another worker', seconds: 60 })
    const ran: unknown[] = []
    await worker(async ({ input }) => void ran.push(input.n)).take({ job: job.id, batch: 0 })
    expect(ran).toEqual([2, 3])
  })

  it('takes over from a worker that died, with resumed set', async () => {
    const job = await start(2)
    await leaseTargets(fixture.service.db, job.id, { from: 0, to: 1 }, { holder: 'dead', seconds: -1 })
    // By number: targets of a batch start in any order.
    const resumed: Record<number, boolean> = {}
    await worker(async ({ input, resumed: again }) => {
      resumed[input.n as number] = again
    }).take({ job: job.id, batch: 0 })
    expect(resumed).toEqual({ 0: true, 1: false })
  })

  it('gives back targets that failed because the database was away', async () => {
    const job = await start(2)
    const away = unconfirmed()
    await worker(async ({ input }) => {
      if (input.n === 1) throw away
    }).take({ job: job.id, batch: 0 })
    expect((await targetsOf(job.id)).map(({ state, leased_by }) => [state, leased_by])).toEqual([
      ['succeeded', null],
      ['running', null],
    ])
    const again: boolean[] = []
    await worker(async ({ resumed }) => void again.push(resumed)).take({ job: job.id, batch: 0 })
    expect(again).toEqual([true])
    expect((await findJobById(fixture.service.db, job.id))?.succeeded).toBe(2)
  })

  it('does not hand back for ever: the tenth try is an outcome', async () => {
    const job = await start(1)
    await fixture.service.db.updateTable('job_targets').set({ attempts: 9 }).execute()
    await worker(async () => {
      throw unconfirmed()
    }).take({ job: job.id, batch: 0 })
    expect((await targetsOf(job.id)).map(({ state, error_code }) => [state, error_code])).toEqual([
      ['failed', 'svc_change_unconfirmed'],
    ])
  })

  it('keeps an outcome until the database is back', async () => {
    const { db, clock } = fixture.service
    const job = await start(1)
    // A sequence keeps its value when the transaction is rolled back.
    await sql`create sequence refusals`.execute(db)
    let runs = 0
    const taken = worker(async () => {
      runs++
      await sql`create function refuse() returns trigger language plpgsql as $$ begin
        perform nextval('refusals');
        raise exception 'the database system is shutting down' using errcode = '57P03';
      end $$`.execute(db)
      await sql`create trigger refuse before update on job_targets execute function refuse()`.execute(db)
      return 'done'
    }).take({ job: job.id, batch: 0 })
    const refusals = async () => {
      clock.advance(1_000)
      return Number(
        (await sql<{ last_value: string }>`select last_value from refusals`.execute(db)).rows[0]!.last_value,
      )
    }
    await expect.poll(refusals).toBeGreaterThan(1)
    expect((await targetsOf(job.id))[0]).toMatchObject({ state: 'running' })
    await sql`drop function refuse cascade`.execute(db)
    const state = async () => {
      clock.advance(1_000)
      return (await targetsOf(job.id))[0]!.state
    }
    await expect.poll(state).toBe('succeeded')
    await taken
    await sql`drop sequence refusals`.execute(db)
    expect((await targetsOf(job.id))[0]).toMatchObject({ state: 'succeeded', result: 'done' })
    expect(runs).toBe(1)
  })

  it('cannot overwrite the outcome of the worker that took over', async () => {
    const job = await start(1)
    const late = worker(async () => {
      // Meanwhile the lease of this worker expires and another one does the work.
      await fixture.service.db
        .updateTable('job_targets')
        .set({ leased_until: new Date(0) })
        .execute()
      await worker(async () => 'the second', 'second').take({ job: job.id, batch: 0 })
      return 'the first'
    }, 'first')
    await late.take({ job: job.id, batch: 0 })
    expect((await targetsOf(job.id))[0]).toMatchObject({ state: 'succeeded', result: 'the second', attempts: 2 })
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({ succeeded: 1, failed: 0 })
  })

  it.each([{}, { job: 'x', batch: 0 }, null, { job: 999_999, batch: 0 }])(
    'is not upset by a message like %j',
    async (message) => {
      const taking = worker(async () => {}).take(message)
      if (message && 'job' in message && message.job === 999_999) await expect(taking).resolves.toBeUndefined()
      else await expect(taking).rejects.toThrow()
    },
  )
})

describe('a cancelled job', () => {
  const cancel = async (id: number) =>
    (
      await fixture.service.request({
        method: 'POST',
        url: `/api/v2/jobs/${id}/cancel`,
        headers: fixture.people.administrator.headers,
      })
    ).body.data
  /** Waits as a target does that has no slot yet. */
  function untilAborted(): Promise<void> {
    const signal = leaseSignal()!
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }

  it('stops leased targets that have not begun at once, and is cancelled when the others have ended', async () => {
    const job = await start(25)
    const { promise: answer, resolve } = Promise.withResolvers<void>()
    let begun = 0
    const { take, cancel: notify } = worker(async ({ input }) => {
      if ((input.n as number) >= 4) await untilAborted()
      beginWork()
      begun++
      await answer
    })
    const taking = take({ job: job.id, batch: 0 })
    await expect.poll(() => begun).toBe(4)
    expect(await cancel(job.id)).toMatchObject({ status: 'processing', cancelled: 0, completed_at: null })
    notify(job.id)
    await expect.poll(async () => (await findJobById(fixture.service.db, job.id))?.cancelled).toBe(21)
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({ status: 'processing', completed_at: null })
    resolve()
    await taking
    await expect.poll(async () => (await findJobById(fixture.service.db, job.id))?.completed_at).not.toBeNull()
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({
      ...{ status: 'cancelled', cancelled: 21, succeeded: 4, failed: 0, outcome: 'partial' },
    })
  })

  it('reaches a worker that missed the notice with the next renewal of its leases', async () => {
    const job = await start(2)
    const taking = worker(untilAborted).take({ job: job.id, batch: 0 })
    await expect.poll(async () => (await targetsOf(job.id)).map(({ state }) => state)).toEqual(['running', 'running'])
    await cancel(job.id)
    fixture.service.clock.advance(10_000)
    await taking
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({ status: 'cancelled', cancelled: 2 })
  })

  it('runs no target that was leased while the job was cancelled', async () => {
    const job = await start(3)
    const ran: unknown[] = []
    // The cancel commits after the lease was decided and before its targets run.
    await sql`create function late_cancel() returns trigger language plpgsql as $$ begin
      update jobs set cancel_requested_at = now() where id = new.job_id; return new; end $$`.execute(fixture.service.db)
    await sql`create trigger late_cancel after update on job_targets for each row when (new.state = 'running')
      execute function late_cancel()`.execute(fixture.service.db)
    try {
      await worker(async ({ input }) => void ran.push(input.n)).take({ job: job.id, batch: 0 })
    } finally {
      await sql`drop function late_cancel cascade`.execute(fixture.service.db)
    }
    expect([ran, await findJobById(fixture.service.db, job.id)]).toMatchObject([
      [],
      { status: 'cancelled', cancelled: 3 },
    ])
  })

  it('answers a caller who waits for it at once', async () => {
    const { service } = fixture
    const { jobs } = service.app.context
    const context = { ...service, queue: service.app.queue, actor: systemActor(), jobs }
    const targets = [1, 2].map((id) => ({ siteId: id, label: `${id}`, input: { n: id } }))
    const waiting = runAndWait(context as never, { kind: 'test', operation: suspendSite, targets })
    const open = async () => (await service.db.selectFrom('jobs').select('id').execute())[0]?.id
    await expect.poll(open).toBeDefined()
    const id = (await open())!
    await leaseTargets(service.db, id, { from: 0, to: 1 }, { holder: 'another', seconds: 60 })
    await cancel(id)
    expect((await waiting).targets).toMatchObject([{ state: 'unfinished' }, { state: 'failed', code: 'svc_cancelled' }])
  })
})

it('ends a target as unknown when ten workers in a row were lost with it', async () => {
  const job = await start(1)
  const { db } = fixture.service
  await leaseTargets(db, job.id, { from: 0, to: 1 }, { holder: 'dead', seconds: -1 })
  await db.updateTable('job_targets').set({ attempts: 10 }).execute()
  expect(await leaseTargets(db, job.id, { from: 0, to: 1 }, { holder: 'next', seconds: 30 })).toEqual([])
  await worker(async () => {}).sweep()
  expect(await findJobById(db, job.id)).toMatchObject({ status: 'completed', outcome: 'unknown', unknown: 1 })
})

describe('sweeping', () => {
  it('wakes a worker once for the targets of a dead one', async () => {
    const job = await start(30)
    const { db, app } = fixture.service
    await db.deleteFrom('queue.job' as never).execute()
    await leaseTargets(db, job.id, { from: 25, to: 30 }, { holder: 'dead', seconds: -1 })
    const sweeper = worker(async () => {})
    await sweeper.sweep()
    await sweeper.sweep()
    expect((await app.queue.boss.fetch('lane-short', { batchSize: 10 })).map(({ data }) => data)).toEqual([
      { job: job.id, batch: 1 },
    ])
  })

  it('puts heavy work back into its own queue, target by target', async () => {
    const job = await start(30, true)
    const { db, app } = fixture.service
    await db.deleteFrom('queue.job' as never).execute()
    await leaseTargets(db, job.id, { from: 26, to: 28 }, { holder: 'dead', seconds: -1 })
    await worker(async () => {}).sweep()
    const messages = await app.queue.boss.fetch<{ batch: number }>('lane-heavy', { batchSize: 10 })
    expect(messages.map(({ data }) => data.batch).sort()).toEqual([26, 27])
    const taken: unknown[] = []
    await worker(async ({ input }) => void taken.push(input.n)).take({ job: job.id, batch: 26 })
    expect(taken).toEqual([26])
  })

  it('wakes workers for a job without progress for a minute: its messages were lost', async () => {
    const [lost, young] = [await start(60), await start(1)]
    const { db, app } = fixture.service
    await db.deleteFrom('queue.job' as never).execute()
    await db
      .updateTable('job_targets')
      .set({ state: 'succeeded' })
      .where('position', '>=', 25)
      .where('position', '<', 50)
      .execute()
    await db.updateTable('jobs').set({ created_at: sql`now()` }).where('id', '=', young.id).execute()
    await worker(async () => {}).sweep()
    const messages = await app.queue.boss.fetch<BatchMessage>('lane-short', { batchSize: 10 })
    expect(messages.map(({ data }) => `${data.job} ${data.batch}`).sort()).toEqual([`${lost.id} 0`, `${lost.id} 2`])
  })

  describe('finds a message that was taken', () => {
    beforeEach(() => fixture.service.db.deleteFrom('queue.job' as never).execute())
    const fetchMessages = () => fixture.service.app.queue.boss.fetch<BatchMessage>('lane-short', { batchSize: 10 })
    const waitingBatches = async () => (await fetchMessages()).map(({ data }) => data.batch).sort()
    /** All messages were taken the given seconds ago by a worker that does nothing; the job is as old. */
    async function takeMessages(secondsAgo: number) {
      await fixture.service.db.updateTable('jobs').set({ created_at: sql`now()` }).execute()
      await fetchMessages()
      await sql`update queue.job set started_on = now() - make_interval(secs => ${secondsAgo})`.execute(
        fixture.service.db,
      )
    }

    it('by a worker that died before it started: within seconds, once, while other targets of the job run', async () => {
      const job = await start(80)
      const { db } = fixture.service
      await takeMessages(4)
      await leaseTargets(db, job.id, { from: 0, to: 25 }, { holder: 'alive', seconds: 60 })
      await db.updateTable('job_targets').set({ state: 'succeeded' }).where('position', '>=', 75).execute()
      await worker(async () => {}).sweep()
      await worker(async () => {}).sweep()
      expect(await waitingBatches()).toEqual([1, 2])
    })

    it('and failed because the database was away', async () => {
      await start(1)
      await takeMessages(4)
      await sql`update queue.job set state = 'failed'`.execute(fixture.service.db)
      await worker(async () => {}).sweep()
      expect(await waitingBatches()).toEqual([0])
    })

    it('but not a recent one, one of a finished job, or an invalid one', async () => {
      const job = await start(1)
      // So that it stays recent on a busy machine.
      await takeMessages(-60)
      await worker(async () => {}).sweep()
      expect(await waitingBatches()).toEqual([])
      await fixture.service.db.updateTable('jobs').set({ status: 'cancelled' }).where('id', '=', job.id).execute()
      await fixture.service.app.queue.deliver('short', [{ key: 'odd', data: { job: 'odd' }, priority: 0 }])
      await takeMessages(4)
      await worker(async () => {}).sweep()
      expect(await waitingBatches()).toEqual([])
    })

    it('and only one of two workers runs it when the first was only slow', async () => {
      const job = await start(25)
      await takeMessages(4)
      const ran: unknown[] = []
      const workers = ['slow', 'woken'].map((holder) => worker(async ({ input }) => void ran.push(input.n), holder))
      await workers[1]!.sweep()
      expect(await waitingBatches()).toEqual([0])
      await Promise.all(workers.map(({ take }) => take({ job: job.id, batch: 0 })))
      expect(ran.length).toBe(25)
      expect(new Set(ran).size).toBe(25)
      expect((await targetsOf(job.id)).every(({ attempts }) => attempts === 1)).toBe(true)
    })
  })

  it('does not wake workers for running targets', async () => {
    const job = await start(30)
    const { db, app } = fixture.service
    await db.deleteFrom('queue.job' as never).execute()
    await leaseTargets(db, job.id, { from: 0, to: 30 }, { holder: 'alive', seconds: 60 })
    await worker(async () => {}).sweep()
    expect(await app.queue.boss.fetch('lane-short', { batchSize: 10 })).toEqual([])
  })
})

describe('a worker that stops', () => {
  it('lets others continue at once', async () => {
    const job = await start(1)
    await leaseTargets(fixture.service.db, job.id, { from: 0, to: 1 }, { holder: 'stopping', seconds: 600 })
    await worker(async () => {}, 'stopping').close()
    const ran: unknown[] = []
    await worker(async ({ resumed }) => void ran.push(resumed)).take({ job: job.id, batch: 0 })
    expect(ran).toEqual([true])
  })
})

describe('the outcome of a target', () => {
  const unknown = () => new ServiceError('svc_outcome_unknown', 'child-error', 'It is not known whether it was done.')
  const retry = (id: number) =>
    fixture.service.request({
      method: 'POST',
      url: `/api/v2/jobs/${id}/retry-failed`,
      headers: fixture.people.administrator.headers,
    })
  const createSiteUser = operations.find(({ name }) => name === 'create-site-user')!
  const startOf = (operation: typeof createSiteUser) =>
    startJob(
      { ...fixture.service, queue: fixture.service.app.queue, actor: systemActor() },
      { kind: 'test', operation, targets: [1, 2].map((id) => ({ siteId: id, label: `${id}`, input: { n: id } })) },
    )

  it('is unknown when the answer was lost, and a create is never sent again', async () => {
    const job = await startOf(createSiteUser)
    const sent: unknown[] = []
    const { take } = worker(async ({ input }) => {
      sent.push(input.n)
      throw input.n === 1 ? unknown() : new ServiceError('svc_site_offline', 'unavailable', 'Offline.')
    })
    await take({ job: job.id, batch: 0 })
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({ outcome: 'failed', failed: 2, unknown: 1 })
    expect((await retry(job.id)).body.data).toMatchObject({ failed: 1, retryable: 0 })
    await take({ job: job.id, batch: 0 })
    expect(sent).toEqual([1, 2, 2])
  })

  it('makes the job unknown when no target has another one, and 409 says that nothing is retried', async () => {
    const job = await startOf(createSiteUser)
    await worker(async () => {
      throw unknown()
    }).take({ job: job.id, batch: 0 })
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({ status: 'completed', outcome: 'unknown' })
    const { status, body } = await retry(job.id)
    expect([status, body.code]).toEqual([409, 'svc_nothing_to_retry'])
    expect(body.message).toContain('unknown')
  })

  it('is sent again after an unknown outcome when repeating it is harmless', async () => {
    const job = await startOf(suspendSite)
    const failing = worker(async () => {
      throw unknown()
    })
    await failing.take({ job: job.id, batch: 0 })
    expect((await retry(job.id)).status).toBe(200)
    const calls: TargetCall[] = []
    await worker(async (call) => void calls.push(call)).take({ job: job.id, batch: 0 })
    expect(calls.map(({ resumed, retriedAt }) => [resumed, retriedAt !== null])).toEqual([
      [false, true],
      [false, true],
    ])
    expect(await findJobById(fixture.service.db, job.id)).toMatchObject({ outcome: 'succeeded', unknown: 0, failed: 0 })
  })

  it('of a job that was cancelled counts what was done', async () => {
    const { db, clock } = fixture.service
    const job = await startOf(suspendSite)
    const cancel = () =>
      fixture.service.request({
        method: 'POST',
        url: `/api/v2/jobs/${job.id}/cancel`,
        headers: fixture.people.administrator.headers,
      })
    const [first] = await leaseTargets(db, job.id, { from: 0, to: 1 }, { holder: 'w', seconds: 60 })
    await cancel()
    expect((await findJobById(db, job.id))!.outcome).toBeNull()
    await recordTarget(db, {
      target: first!,
      holder: 'w',
      ended: { outcome: 'succeeded', result: null, error: null },
      now: clock.now(),
    })
    expect(await findJobById(db, job.id)).toMatchObject({ status: 'cancelled', outcome: 'partial' })
  })
})
