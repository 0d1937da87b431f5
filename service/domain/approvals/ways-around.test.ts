import { describe, expect, it } from 'vitest'
import { operations } from '../../catalogue.ts'
import { approvalCalls } from '../../testing/approval-calls.ts'
import { callers } from '../../testing/callers.ts'
import { setUpService } from '../../testing/people.ts'
import { seedSites } from '../../testing/seed-sites.ts'

/** Ways in which a program could change the fleet although a person must approve it. */
const fixture = setUpService()
const { createAgent, createApprover, approve, approval, refuse } = approvalCalls(fixture)
const { rest } = callers(fixture)

const countSites = async () => (await fixture.service.db.selectFrom('sites').select('id').execute()).length
const onlyChanges = { changeTier: 'automatic', destroyTier: 'ask' } as const

describe('an action on many sites', () => {
  const plan = async (input: object, headers: Record<string, string>) =>
    (await rest('POST /bulk/plans', input, headers)).body.data.plan_id as string
  const run = (id: string, headers: Record<string, string>) =>
    rest(`POST /bulk/plans/${id}/run`, { confirm: true }, headers)

  it('is approved once, with its action, its options and every site', async () => {
    await seedSites(fixture.service.db, 300)
    const agent = await createAgent()
    const approver = await createApprover()
    const options = { notes: 'Call first.' }
    const id = await plan({ action: 'write-notes', options, all_sites: true }, agent.headers)
    const { approval_id } = (await run(id, agent.headers)).body.data
    const { request } = (await approval(approval_id, agent.headers)).body.data
    expect(JSON.parse(request).plan).toMatchObject({ action: 'write-notes', options, count: 300 })
    expect(JSON.parse(request).plan.would_affect).toHaveLength(300)
    await approve(approval_id, approver)
    expect((await run(id, agent.headers)).body.data).toMatchObject({ sites_queued: 300 })
    const { rows } = await fixture.service.db.pool.query('select count(*)::int as jobs from jobs')
    expect(rows).toEqual([{ jobs: 1 }])
  })

  it('asks by the effect of the action, not by that of starting it', async () => {
    await seedSites(fixture.service.db, 3)
    const agent = await createAgent(onlyChanges)
    const deletion = await plan({ action: 'delete', all_sites: true }, agent.headers)
    expect((await run(deletion, agent.headers)).body.code).toBe('svc_approval_required')
    const never = await createAgent({ changeTier: 'automatic', destroyTier: 'never' })
    expect((await rest('POST /bulk/plans', { action: 'delete', all_sites: true }, never.headers)).body.code).toBe(
      'svc_permission_denied',
    )
    expect(await countSites()).toBe(3)
    const harmless = await plan({ action: 'write-notes', options: { notes: '' }, all_sites: true }, agent.headers)
    expect((await run(harmless, agent.headers)).status).toBe(200)
  })

  it('is not approved for more sites than a person is shown', async () => {
    await seedSites(fixture.service.db, 1_001)
    const agent = await createAgent()
    const id = await plan({ action: 'write-notes', options: { notes: '' }, all_sites: true }, agent.headers)
    expect((await run(id, agent.headers)).body.code).toBe('svc_plan_too_large')
  })
})

describe('repeating the failed part of a job', () => {
  /** A job of another person that should have deleted two sites, or done something else with them. */
  async function failedDeletion(operation = 'delete-site'): Promise<number> {
    await seedSites(fixture.service.db, 2)
    const { rows } = await fixture.service.db.pool.query<{ id: number }>(
      `with job as (
         insert into jobs (kind, operation, actor, user_id, status, total, failed, repeatable, created_at, completed_at)
         values ('delete-sites', $2, '{"kind":"system","name":"ada"}', $1, 'completed', 2, 2, true, now(), now())
         returning id)
       insert into job_targets (job_id, position, site_id, label, input, state, outcome, finished_at)
       select job.id, sites.id - 1, sites.id, sites.url, jsonb_build_object('site_id_or_domain', sites.id), 'failed', 'failed', now()
       from job, sites returning job_id as id`,
      [fixture.people.administrator.id, operation],
    )
    return Number(rows[0]!.id)
  }

  it('asks by the effect of the job, and shows its targets', async () => {
    const id = await failedDeletion()
    const agent = await createAgent(onlyChanges)
    const { body } = await rest(`POST /jobs/${id}/retry-failed`, {}, agent.headers)
    expect(body).toMatchObject({ code: 'svc_approval_required', data: { plan: { kind: 'delete-sites', count: 2 } } })
    expect(body.data.plan.would_affect.map(({ site_id }: { site_id: number }) => site_id)).toEqual([1, 2])
    const { rows } = await fixture.service.db.pool.query('select distinct state from job_targets')
    expect(rows).toEqual([{ state: 'failed' }])
  })

  it.each(['delete-site', 'roll-back-rollout-step'])('needs the right to start the job: %s', async (operation) => {
    const id = await failedDeletion(operation)
    const writer = await createAgent({ scopes: ['read', 'write'], changeTier: 'automatic', destroyTier: 'automatic' })
    expect((await rest(`POST /jobs/${id}/retry-failed`, {}, writer.headers)).body.code).toBe('svc_permission_denied')
  })
})

it('a key that asks again after each refusal is stopped, so that people are not flooded', async () => {
  const agent = await createAgent()
  const approver = await createApprover()
  let answer = await rest('POST /tags/add', { name: 'Shop' }, agent.headers)
  let asked = 0
  for (; answer.status === 403 && asked < 150; asked++) {
    await refuse(answer.body.data.approval_id, approver.session.headers)
    answer = await rest('POST /tags/add', { name: 'Shop' }, agent.headers)
  }
  expect([answer.status, answer.body.code, asked]).toEqual([429, 'svc_rate_limited', 100])
  fixture.service.clock.advance(600_000)
  expect((await rest('POST /tags/add', { name: 'Shop' }, agent.headers)).status).toBe(403)
})

it('no operation for keys gives access without approval', async () => {
  const agent = await createAgent()
  const person = { email: 'new@one.example', name: 'New', role: 'administrator' }
  const refused = [
    await rest('POST /access/users/add', { ...person, login: 'new', password: 'a long pass phrase' }, agent.headers),
    await rest('PUT /access/single-sign-on', { issuer: 'https://evil.example', enabled: true }, agent.headers),
    await rest('POST /access/me/application-passwords', { name: 'mine', current_password: 'x' }, agent.headers),
    await rest(`PUT /rest-api/edit-key/${agent.id}`, { change_tier: 'automatic' }, agent.headers),
    await rest(`PUT /rest-api/edit-key/${fixture.people.keys.full.id}`, { active: true }, agent.headers),
    await rest(`DELETE /rest-api/delete-key/${fixture.people.keys.full.id}`, undefined, agent.headers),
  ]
  for (const { status, body } of refused)
    expect([status, body.code]).toEqual([403, expect.stringMatching(/^svc_(permission_denied|approval_required)$/)])
  // Not even with approval: these would give more than the key has.
  expect(refused.filter(({ body }) => body.code === 'svc_approval_required')).toEqual([])
})

it('what an operation starts is never less than what it says', () => {
  const starting = operations.filter(({ startsEffect }) => startsEffect).map(({ name }) => name)
  expect(starting.toSorted()).toEqual(['retry-failed-targets', 'run-bulk-action'])
  expect(operations.filter(({ needsApproval }) => needsApproval === false).map(({ name }) => name)).toEqual([
    'plan-bulk-action',
  ])
})
