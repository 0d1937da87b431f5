import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { operations } from './catalogue.ts'
import { listLostTargets, lockJob, requestCancel } from './domain/jobs/job-cancel-store.ts'
import type { TargetRow } from './domain/jobs/job-store.ts'
import {
  leaseTargets,
  maxTargetAttempts,
  recordTarget,
  renewTargetLeases,
  returnTarget,
} from './domain/jobs/job-target-store.ts'
import { startJob } from './domain/jobs/start-job.ts'
import {
  insertChannelMessage,
  settleMessage,
  takeOldestMessage,
} from './domain/notifications/rules/channel-message-store.ts'
import {
  dropDelivery,
  failWaitingDeliveries,
  insertDeliveries,
  reopenDelivery,
  settleDelivery,
  takeDueDeliveries,
} from './domain/webhooks/webhook-delivery-store.ts'
import { systemActor } from './operation/actor.ts'
import { transition, type WorkEnd, type WorkEvent, type WorkState } from './platform/work/lifecycle.ts'
import { setUpServiceWithJobs } from './testing/set-up-service-with-jobs.ts'

/** Every statement that changes durable work is compared with `transition`, in each state of the work: they cannot disagree. */
const fixture = setUpServiceWithJobs({ works: false })
const [now, leaseMs] = [1_000_000, 30_000]
const lease = { holder: 'one', seconds: leaseMs / 1000 }

interface StoredWork {
  state: string
  attempts: number
  leased_by: string | null
}

/** A user of the platform's work: the row in a state of the lifecycle, and each statement of its store. */
interface User {
  states: Record<'waiting' | 'leased' | WorkEnd, string>
  maxAttempts: number
  canCancel: boolean
  write(state: WorkState): Promise<void>
  read(): Promise<StoredWork>
  statements: Partial<Record<WorkEvent['name'], () => Promise<unknown>>>
}

const leased = (of: Partial<Extract<WorkState, { name: 'leased' }>>): WorkState => ({
  ...{
    name: 'leased',
    holder: 'one',
    until: now + leaseMs,
    hasBegun: true,
    isCancelling: false,
    attempts: 1,
    retries: 0,
  },
  ...of,
})
const listStates = ({ maxAttempts, canCancel }: User): WorkState[] => [
  { name: 'waiting', dueAt: now, attempts: 0, retries: 0 },
  ...['one', 'two'].flatMap((holder) =>
    [now + leaseMs, now - 1].flatMap((until) =>
      [1, ...(Number.isFinite(maxAttempts) ? [maxAttempts] : [])].flatMap((attempts) =>
        (canCancel ? [false, true] : [false]).map((isCancelling) => leased({ holder, until, attempts, isCancelling })),
      ),
    ),
  ),
  leased({ holder: null, until: now - 1 }),
  ...(['done', 'failed', 'cancelled'] as const).map(
    (end): WorkState => ({ name: 'ended', end, attempts: 1, retries: 0 }),
  ),
]

const events: Record<WorkEvent['name'], WorkEvent | null> = {
  lease: { name: 'lease', holder: 'one', now, leaseMs },
  // No statement: the worker remembers it, and the row of a lost one counts as begun.
  begin: null,
  renew: { name: 'renew', holder: 'one', now, leaseMs },
  finish: { name: 'finish', holder: 'one', end: 'done' },
  release: { name: 'release', holder: 'one' },
  'retry-later': { name: 'retry-later', holder: 'one', dueAt: now },
  cancel: { name: 'cancel' },
  'give-up': { name: 'give-up' },
  sweep: { name: 'sweep', now },
  reopen: { name: 'reopen', now },
}

async function compare(user: User): Promise<number> {
  let compared = 0
  for (const event of Object.values(events)) {
    const statement = event && user.statements[event.name]
    if (!event || !statement) continue
    for (const state of listStates(user)) {
      await user.write(state)
      await statement()
      const next = transition(state, event, user)
      const { state: stored, leased_by } = await user.read()
      expect({ event: event.name, state, stored, holder: leased_by }).toEqual({
        ...{ event: event.name, state },
        stored: next.name === 'ended' ? user.states[next.end] : user.states[next.name],
        holder: next.name === 'leased' ? next.holder : null,
      })
      compared++
    }
  }
  return compared
}

/** The row of a table of work, as a state of the lifecycle has it. */
const columnsOf = (user: Pick<User, 'states'>, state: WorkState) => ({
  state: state.name === 'ended' ? user.states[state.end] : user.states[state.name],
  leasedBy: state.name === 'leased' ? state.holder : null,
  /** Relative to the clock of the database. */
  seconds: state.name === 'leased' ? (state.until - now) / 1000 : null,
})

describe('the statements of the store change', () => {
  let user: User
  const compareAll = async () => expect(await compare(user)).toBeGreaterThan(10)

  it('targets of jobs as the lifecycle does', async () => {
    const { db, clock, app } = fixture.service
    const operation = operations.find(({ name }) => name === 'suspend-site')!
    const { id } = await startJob(
      { ...fixture.service, queue: app.queue, actor: systemActor() },
      { kind: 'model', operation, targets: [{ siteId: null, label: 'one', input: {} }] },
    )
    const target = { job_id: id, position: 0 } as TargetRow
    const record = (holder: string | null, outcome: 'succeeded' | 'unknown') =>
      recordTarget(db, { target, holder, ended: { outcome, result: null, error: null }, now: clock.now() })
    user = {
      states: {
        ...{ waiting: 'waiting', leased: 'running', done: 'succeeded', failed: 'failed', unknown: 'failed' },
        cancelled: 'cancelled',
      },
      ...{ maxAttempts: maxTargetAttempts, canCancel: true },
      async write(state) {
        const { state: name, leasedBy, seconds } = columnsOf(user, state)
        const isEnded = state.name === 'ended'
        await sql`update job_targets set state = ${name}, attempts = ${state.attempts}, attempts_before_retry = 0,
          leased_by = ${leasedBy}, leased_until = now() + make_interval(secs => ${seconds}::float8) where job_id = ${id}`.execute(
          db,
        )
        await sql`update jobs set status = ${isEnded ? 'completed' : 'processing'}, succeeded = ${isEnded ? 1 : 0}, failed = 0,
          cancelled = 0, unknown = 0, completed_at = ${isEnded ? clock.now() : null},
          cancel_requested_at = ${state.name === 'leased' && state.isCancelling ? clock.now() : null} where id = ${id}`.execute(
          db,
        )
      },
      read: () =>
        db
          .selectFrom('job_targets')
          .select(['state', 'attempts', 'leased_by'])
          .where('job_id', '=', id)
          .executeTakeFirstOrThrow(),
      statements: {
        lease: () => leaseTargets(db, id, { from: 0, to: 1 }, lease),
        renew: () => renewTargetLeases(db, lease, [target]),
        finish: () => record('one', 'succeeded'),
        // A cancelled target that has begun is left to the sweep.
        release: () => returnTarget(db, target, 'one'),
        cancel: () =>
          db.transaction().execute(async (trx) => {
            if ((await lockJob(trx, id))?.completed_at === null) await requestCancel(trx, id, clock.now())
          }),
        async sweep() {
          for (const _lost of await listLostTargets(db)) await record(null, 'unknown')
        },
      },
    }
    await compareAll()
  })

  it('deliveries of webhooks as the lifecycle does', async () => {
    const { db, clock } = fixture.service
    const at = clock.now()
    const endpoint = await db
      .insertInto('webhook_endpoints')
      .values({
        url: 'https://hook.example/',
        types: [],
        secret: '',
        owner: '{}',
        position: 0,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const delivery = { event_id: 1, event_published_at: at, position: 1, type: 'site.added', subject: 's', body: '{}' }
    await insertDeliveries(db, endpoint.id, [{ message_id: 'evt_1', ...delivery }], at)
    const row = () => db.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow()
    const own = async () => ({ ...(await row()), leased_by: 'one' })
    const attempt = { ok: false, status: null, error: null, answer: null, durationMs: 1, at }
    user = {
      states: {
        ...{ waiting: 'waiting', leased: 'sending', done: 'delivered', failed: 'failed', unknown: 'failed' },
        cancelled: 'dropped',
      },
      ...{ maxAttempts: Number.POSITIVE_INFINITY, canCancel: false },
      async write(state) {
        const { state: name, leasedBy, seconds } = columnsOf(user, state)
        await sql`update webhook_deliveries set state = ${name}, attempts = ${state.attempts}, leased_by = ${leasedBy}, due_at = ${at},
          leased_until = now() + make_interval(secs => ${seconds}::float8)`.execute(db)
      },
      read: row,
      statements: {
        lease: () => takeDueDeliveries(db, endpoint.id, { now: at, limit: 1 }, lease),
        finish: async () => settleDelivery(db, await own(), { ...attempt, ok: true }, { dueAt: null, isOff: false }),
        'retry-later': async () => settleDelivery(db, await own(), attempt, { dueAt: at, isOff: false }),
        'give-up': () => failWaitingDeliveries(db, endpoint.id, 'off'),
      },
    }
    await compareAll()
    // A person may send again what was delivered, and not what is being sent.
    for (const state of listStates(user)) {
      await user.write(state)
      expect((await reopenDelivery(db, endpoint.id, (await row()).id, at)) !== undefined).toBe(state.name !== 'leased')
    }
    await user.write(leased({}))
    expect(await dropDelivery(db, await own(), 'not visible')).toMatchObject({ end: 'cancelled' })
    await user.write(leased({}))
    expect(await settleDelivery(db, await own(), attempt, { dueAt: at, isOff: true })).toMatchObject({ end: 'unknown' })
  })

  it('messages of channels as the lifecycle does', async () => {
    const { db, clock } = fixture.service
    const at = clock.now()
    const channel = await db
      .insertInto('notification_channels')
      .values({ name: 'A', service: 'ntfy', target: '', shown: '', owner_kind: 'system', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertChannelMessage(db, channel.id, { title: 'A title' } as never, at)
    const row = () => db.selectFrom('channel_messages').selectAll().executeTakeFirstOrThrow()
    const own = async () => ({ ...(await row()), leased_by: 'one' })
    user = {
      states: {
        ...{ waiting: 'waiting', leased: 'sending', done: 'sent', failed: 'failed', unknown: 'failed' },
        cancelled: 'failed',
      },
      ...{ maxAttempts: Number.POSITIVE_INFINITY, canCancel: false },
      async write(state) {
        const { state: name, leasedBy, seconds } = columnsOf(user, state)
        await sql`update channel_messages set state = ${name}, attempts = ${state.attempts}, leased_by = ${leasedBy}, due_at = ${at},
          leased_until = now() + make_interval(secs => ${seconds}::float8)`.execute(db)
      },
      read: row,
      statements: {
        lease: () => takeOldestMessage(db, channel.id, at, lease),
        finish: async () => settleMessage(db, await own(), { sentAt: at }),
        'retry-later': async () => settleMessage(db, await own(), { error: 'no', dueAt: at }),
      },
    }
    await compareAll()
  })
})
