import { expect, it } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'
import {
  erasedClient,
  otherSites,
  seedClientData,
  tablesWith,
  tracesOfClient,
  tracesOfOthers,
} from '../testing/seed-client-data.ts'

const people = setUpService()
const fixture = Object.assign(people, callers(people))
const { rest } = fixture
const session = async () => (await signInAs(fixture.service, fixture.people.administrator)).headers
const address = `POST /clients/${erasedClient}/data/erase`
const seed = () => seedClientData(fixture.service.db, fixture.service.clock.now())
const run = (id: number) => fixture.service.app.run('run-client-erasure', { erasure_id: id }, { actor: systemActor() })

/** Public records of vulnerabilities have the marks of the themes in this seed. */
const isPublic = (table: string) => /^public\.vulnerability_(records|acceptances)$/.test(table)
const isAudit = (table: string) => /^public\.audit_/.test(table)

it('leaves nothing of the client in any table but the audit lines, and everything of the others', async () => {
  const { db } = fixture.service
  await seed()
  const before = await tablesWith(db, tracesOfClient)
  expect(before.length).toBeGreaterThan(50)
  const ofOthers = await tablesWith(db, tracesOfOthers)
  const plan = await rest(`${address}?dry_run=true`, { sites: 0 }, await session())
  expect(plan.body.data).toMatchObject({ client_id: erasedClient, sites: 2, count: 2 })
  const planned = Object.fromEntries(
    plan.body.data.would_affect.map(({ table, rows }: { table: string; rows: number }) => [table, rows]),
  )
  expect(planned).toMatchObject({ sites: 2, clients: 1, costs: 2, time_tasks: 2, events: 3, channel_messages: 2 })
  expect(plan.body.data.warnings.join(' ')).toMatch(/Backups of Flotilla keep these data until they expire/)

  expect((await rest(address, { sites: 1, confirm: true }, await session())).body.code).toBe(
    'svc_erasure_plan_outdated',
  )
  const started = await rest(address, { sites: 2, confirm: true }, await session())
  expect(started.body.data).toMatchObject({ client_id: erasedClient, sites: 2, job_id: expect.any(String) })
  expect((await rest(address, { sites: 2, confirm: true }, await session())).body.code).toBe('svc_erasure_in_progress')
  const { output } = await run(started.body.data.erasure_id)
  expect(output).toMatchObject({ finished: true, rows_left: 0, rows_erased: { clients: 1, sites: 2, events: 3 } })

  expect((await tablesWith(db, tracesOfClient)).filter((table) => !isPublic(table) && !isAudit(table))).toEqual([])
  expect(await tablesWith(db, ['update-client'])).toContain('public.audit_lines')
  expect(await tablesWith(db, tracesOfOthers)).toEqual(ofOthers)
  expect((await db.selectFrom('sites').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual(otherSites)
  // The cost of a site of another client, and the rule for two clients, stay; a rule for this client alone does not apply to all.
  const rules = await db
    .selectFrom('notification_rules')
    .select(['name', 'active', 'client_ids'])
    .orderBy('id')
    .execute()
  expect(rules).toEqual([
    { name: 'All', active: true, client_ids: [erasedClient + 1] },
    { name: 'One', active: false, client_ids: [] },
  ])
  expect(await db.selectFrom('costs').select('id').orderBy('id').execute()).toEqual([{ id: 2 }, { id: 3 }, { id: 5 }])
})

it('continues after it was interrupted, and erases rows of a running job when it has ended', async () => {
  const { db } = fixture.service
  await seed()
  await db.updateTable('job_targets').set({ state: 'running', finished_at: null }).execute()
  const { body } = await rest(address, { sites: 2, confirm: true }, await session())
  const { erasure_id } = body.data
  await db.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$;
    create trigger refuse before delete on channel_messages execute function refuse()`)
  try {
    await expect(run(erasure_id)).rejects.toThrow()
  } finally {
    await db.pool.query('drop function refuse cascade')
  }
  expect(await db.selectFrom('clients').select('id').where('id', '=', erasedClient).execute()).toEqual([])
  const { output } = await run(erasure_id)
  expect(output).toMatchObject({ finished: false, rows_left: 2, rows_erased: { clients: 1, sites: 2 } })
  const lines = db.selectFrom('audit_lines').select('outcome').where('operation', '=', 'run-client-erasure')
  expect((await lines.orderBy('id', 'desc').execute())[0]).toEqual({ outcome: 'partial' })
  await db.updateTable('job_targets').set({ state: 'succeeded', finished_at: new Date() }).execute()
  const { output: later } = await fixture.service.app.run('run-client-erasure', {}, { actor: systemActor() })
  expect(later).toMatchObject({ finished: true })
  expect(await db.selectFrom('client_erasures').select(['subject']).execute()).toEqual([{ subject: null }])
})

it('needs an administrator with a fresh session, confirm and a number of sites', async () => {
  await seed()
  const { service, people } = fixture
  expect((await rest(address, { sites: 2, confirm: true })).status).toBe(403)
  expect(
    (await rest(address, { sites: 2, confirm: true }, (await signInAs(service, people.manager)).headers)).status,
  ).toBe(403)
  const headers = await session()
  expect((await rest(address, { sites: 2 }, headers)).body.code).toBe('svc_confirmation_required')
  expect((await rest(address, { confirm: true }, headers)).body.code).toBe('svc_invalid_input')
  service.clock.advance(11 * 60_000)
  expect((await rest(address, { sites: 2, confirm: true }, headers)).body.code).toBe(
    'svc_identity_confirmation_required',
  )
  expect(await service.db.selectFrom('client_erasures').select('id').execute()).toEqual([])
})
