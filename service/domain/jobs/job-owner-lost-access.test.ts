import { expect, it } from 'vitest'
import { type Actor, type Scope, scopes, systemActor } from '../../operation/actor.ts'
import { callers } from '../../testing/callers.ts'
import { setUpServiceWithJobs } from '../../testing/set-up-service-with-jobs.ts'
import type { JobRow } from './job-store.ts'

// Only a second process has workers, so that access can change between the start of the job and its work.
const fixture = setUpServiceWithJobs({ pace: { batches: 0 } })
const { rest } = callers(fixture)

const user = ({ id }: { id: number }): Actor => ({ ...systemActor('someone'), kind: 'user', userId: id })
const key = ({ id }: { id: number }, given: readonly Scope[] = scopes): Actor => ({
  ...systemActor('a program'),
  kind: 'key',
  userId: fixture.people.administrator.id,
  keyId: id,
  scopes: given,
})

async function change(address: string, payload?: object): Promise<void> {
  const { status, text } = await rest(address, payload)
  expect(status, text).toBeLessThan(300)
}

async function work(jobs: Record<string, JobRow>) {
  await fixture.service.openAnother({ pace: { batches: 1 } })
  try {
    for (const job of Object.values(jobs)) await fixture.over(job)
  } finally {
    await fixture.service.closeOthers()
  }
}

async function outcomes(job: JobRow): Promise<unknown[]> {
  const { rows } = await fixture.service.db.pool.query(
    'select coalesce(error_code, state) as outcome from job_targets where job_id = $1 order by position',
    [job.id],
  )
  return rows.map(({ outcome }) => outcome)
}

it('stops jobs of users and keys that have lost their access since they started it, and reports why', async () => {
  const { manager, viewer, keys } = fixture.people
  const jobs = {
    deleted: await fixture.start([1, 2], user(manager)),
    disabled: await fixture.start([3], user(viewer)),
    deletedKey: await fixture.start([4], key(keys.full)),
    inactiveKey: await fixture.start([5], key(keys.write)),
    expiredKey: await fixture.start([6], key(keys.expiring)),
    // The groups of the provider decided about this person, and the access has ended there.
    lostAtProvider: await fixture.start([7], user(fixture.people.administrator)),
  }
  await change(`DELETE /access/users/${manager.id}/remove`)
  await change(`PUT /access/users/${viewer.id}/edit`, { disabled: true })
  await change(`DELETE /rest-api/delete-key/${keys.full.id}`)
  await change(`PUT /rest-api/edit-key/${keys.write.id}`, { active: false })
  const now = fixture.service.clock.now()
  const identity = { issuer: 'https://id.example', subject: 'ada', user_id: fixture.people.administrator.id }
  await fixture.service.db
    .insertInto('oidc_identities')
    .values({ ...identity, created_at: now, last_sign_in_at: now, access_until: now })
    .execute()
  fixture.service.clock.advance(2 * 3_600_000)
  await work(jobs)
  await fixture.service.db.deleteFrom('oidc_identities').execute()
  for (const job of Object.values(jobs))
    expect(new Set(await outcomes(job))).toEqual(new Set(['svc_permission_denied']))
  const { body } = await rest(`GET /jobs/${jobs.deleted.id}`)
  expect(body.data).toMatchObject({ status: 'completed', succeeded: 0, failed: 2 })
  expect(body.data.errors[0].message).toContain('no longer has access')
  const { rows } = await fixture.service.db.pool.query("select id from sites where status = 'suspended'")
  expect(rows).toEqual([])
})

it('runs jobs with the current permissions of the user or key', async () => {
  const { manager, administrator, keys } = fixture.people
  const jobs = {
    viewerByNow: await fixture.start([1], user(manager)),
    limitedByNow: await fixture.start([2, 3], key(keys.full)),
    readByNow: await fixture.start([4], key(keys.write)),
    newPassword: await fixture.start([5], user(fixture.people.viewer)),
    unchanged: await fixture.start([6], user(administrator)),
    service: await fixture.start([7]),
  }
  await change(`PUT /access/users/${manager.id}/edit`, { role: 'viewer' })
  await change(`PUT /access/users/${fixture.people.viewer.id}/edit`, {
    password: 'another pass phrase',
    role: 'manager',
  })
  await change(`PUT /rest-api/edit-key/${keys.full.id}`, { site_ids: [3] })
  await change(`PUT /rest-api/edit-key/${keys.write.id}`, { scopes: ['read'] })
  await work(jobs)
  expect(await outcomes(jobs.viewerByNow)).toEqual(['svc_permission_denied'])
  expect(await outcomes(jobs.limitedByNow)).toEqual(['svc_site_not_found', 'succeeded'])
  expect(await outcomes(jobs.readByNow)).toEqual(['svc_permission_denied'])
  expect(await outcomes(jobs.newPassword)).toEqual(['svc_permission_denied'])
  expect(await outcomes(jobs.unchanged)).toEqual(['succeeded'])
  expect(await outcomes(jobs.service)).toEqual(['succeeded'])
})
