import { createSign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Site } from '../../../../simulator/index.ts'
import { sharedKeySource } from '../../../platform/connector/key-source.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { finishJob, importChildren, sessionOfAdministrator } from '../testing/moving-fleet.ts'

const fixture = setUpServiceWithSites({
  works: true,
  connector: { recheck: { attempts: 1, waitMs: 0, maxWaitMs: 0 } },
})
const { rest } = fixture
const keys = sharedKeySource(1)
type Headers = Record<string, string>

async function importWaves(tags: readonly (number | null)[]) {
  const headers = await sessionOfAdministrator(fixture)
  const key = await keys.take()
  return { headers, key, children: await importChildren(fixture, headers, key, tags) }
}

const takeOver = (headers: Headers, input: object) =>
  rest('POST /move-in/takeovers', { confirm: true, ...input }, headers)

async function takeOverAndWait(headers: Headers, input: object) {
  const { status, body } = await takeOver(headers, input)
  expect([status, body.data?.job_id]).toEqual([200, expect.any(String)])
  return finishJob(fixture, body.data.job_id)
}

const statesOf = async () =>
  (await rest('GET /move-in/sites')).body.data.map(({ site_id, state }: { site_id: number; state: string }) => [
    site_id,
    state,
  ])

/** A call as the old dashboard makes it. */
async function oldDashboardWorks(child: Site, privateKeyPem: string): Promise<boolean> {
  const nonce = '1234'
  const signature = createSign('sha256').update(`extra_execution${nonce}`).sign(privateKeyPem, 'base64')
  const fields = { function: 'extra_execution', nonce, user: child.admin.login, sign_algo: '7' }
  const response = await fetch(new URL('wp-admin/admin-ajax.php', child.url), {
    method: 'POST',
    body: new URLSearchParams({ ...fields, mainwpsignature: signature }),
  })
  const [, content = ''] = /<mainwp>(.*?)<\/mainwp>/.exec(await response.text()) ?? []
  return !Buffer.from(content, 'base64').toString().includes('Authentication failed')
}

/** Whether we can call the site; a sync uses whichever key works. */
async function weWork(id: number): Promise<boolean> {
  const answer = fixture.ability('sync-sites', { site_ids_or_domains: [id] })
  await fixture.passTime([answer])
  const { status } = (await rest(`GET /sites/${id}`)).body.data
  return (await answer).status === 200 && status === 'connected'
}

describe('take-over-sites', () => {
  it('gives the sites of a tag new keys: the old dashboard is refused there and goes on with the others', async () => {
    const { headers, key, children } = await importWaves([1, 1, 4])
    const [first, second, third] = children as [Site, Site, Site]
    const plan = (await takeOver(headers, { tag_ids: [1], dry_run: true })).body.data
    expect([plan.count, plan.would_affect.map(({ id }: { id: number }) => id)]).toEqual([2, [11, 12]])
    const targets = await takeOverAndWait(headers, { tag_ids: [1] })
    expect(targets.map(({ site_id, state, result }) => [site_id, state, result])).toEqual([
      [11, 'succeeded', { site_id: 11, key: 'new' }],
      [12, 'succeeded', { site_id: 12, key: 'new' }],
    ])
    expect(await statesOf()).toEqual([
      [11, 'taken_over'],
      [12, 'taken_over'],
      [13, 'shared'],
    ])
    const old = await Promise.all([first, second, third].map((child) => oldDashboardWorks(child, key.privateKeyPem)))
    expect(old).toEqual([false, false, true])
    expect([await weWork(11), await weWork(12), await weWork(13)]).toEqual([true, true, true])
    // Only the key of this installation is left, and the old dashboard cannot register again.
    const { rows } = await fixture.service.db.pool.query(
      'select pending_private_key, public_key from sites where id = 11',
    )
    expect(rows).toEqual([{ pending_private_key: null, public_key: first.connection?.publicKey }])
    expect(first.connection?.server).not.toBe('https://old.example/wp-admin/')
    expect(third.connection?.server).toBe('https://old.example/wp-admin/')
  })

  it('takes over named sites, skips others with the reason, and leaves out excluded ones', async () => {
    const { headers } = await importWaves([1, 1, 1, 1])
    const { id: own } = await fixture.connected()
    await takeOverAndWait(headers, { site_ids_or_domains: [11] })
    await rest('POST /sites/12/suspend', {})
    const { body } = await takeOver(headers, { site_ids_or_domains: [own], tag_ids: [1], exclude: [13] })
    expect(body.data.skipped.map(({ site_id, code }: { site_id: number; code: string }) => [site_id, code])).toEqual([
      [own, 'svc_nothing_to_take_over'],
      [11, 'svc_nothing_to_take_over'],
      [12, 'svc_site_suspended'],
    ])
    const targets = await finishJob(fixture, body.data.job_id)
    expect(targets.map(({ site_id }) => site_id)).toEqual([14])
    const again = (await takeOver(headers, { site_ids_or_domains: [11, 14] })).body.data
    expect([again.job_id, again.sites, again.skipped.length]).toEqual([null, 0, 2])
  })

  it('keeps the old key and says so when the site refuses, gives the site back to the old dashboard, and can be retried', async () => {
    const { headers, key, children } = await importWaves([1])
    const [child] = children as [Site]
    child.uniqueId = 'another id'
    const { body } = await takeOver(headers, { tag_ids: [1] })
    const [target] = await finishJob(fixture, body.data.job_id)
    expect(target).toMatchObject({ state: 'failed', outcome: 'failed', error: { code: 'svc_registration_refused' } })
    expect(target!.error!.message).toContain('The site keeps its old key, and both dashboards can use it as before.')
    const [listed] = (await rest('GET /move-in/sites?state=failed')).body.data
    expect(listed).toMatchObject({ site_id: 11, state: 'failed', error: target!.error })
    expect(await oldDashboardWorks(child, key.privateKeyPem)).toBe(true)
    expect(child.connection?.server).toBe('https://old.example/wp-admin/')
    expect(await weWork(11)).toBe(true)
    child.uniqueId = ''
    await rest(`POST /jobs/${body.data.job_id}/retry-failed`, {}, await sessionOfAdministrator(fixture))
    const [retried] = await finishJob(fixture, body.data.job_id)
    expect(retried).toMatchObject({ state: 'succeeded', result: { key: 'new' } })
    expect(await statesOf()).toEqual([[11, 'taken_over']])
    expect(await oldDashboardWorks(child, key.privateKeyPem)).toBe(false)
  })

  const interruptions = [
    ['refuse', 'stats'],
    ['reset', 'stats'],
    ['cut-after', 'stats'],
    ['http-500', 'stats'],
    ['refuse', 'register'],
    ['reset', 'register'],
    ['cut-after', 'register'],
    ['http-500', 'register'],
    ['reset', 'extra_execution'],
    ['cut-after', 'extra_execution'],
  ] as const

  it.each(interruptions)('stays connected with the key that works when there is a %s at %s', async (fault, on) => {
    const { headers, key, children } = await importWaves([1])
    const [child] = children as [Site]
    child.setFault(fault, { on })
    const [target] = await takeOverAndWait(headers, { tag_ids: [1] })
    await child.clearFaults()
    const [[, state]] = await statesOf()
    // The message is about the key that the site has, or says that it is not known.
    const old = await oldDashboardWorks(child, key.privateKeyPem)
    const message = target!.error?.message ?? ''
    if (target!.state === 'succeeded') expect([state, old]).toEqual(['taken_over', false])
    else if (message.includes('keeps its old key')) expect(old).toBe(true)
    else expect([message, state]).toEqual([expect.stringContaining('Both keys are stored here'), 'unknown'])
    expect(await weWork(11)).toBe(true)
    const { body } = await takeOver(headers, { tag_ids: [1] })
    if (body.data.job_id !== null)
      expect(await finishJob(fixture, body.data.job_id)).toMatchObject([{ state: 'succeeded' }])
    expect([await statesOf(), await weWork(11)]).toEqual([[[11, 'taken_over']], true])
    expect(await oldDashboardWorks(child, key.privateKeyPem)).toBe(false)
  })

  it('fetches one token per site, however often it is retried: the token of the old dashboard stays valid', async () => {
    const { headers, children } = await importWaves([1])
    const [child] = children as [Site]
    const token = child.issueToken(child.admin.login)
    child.uniqueId = 'another id'
    const { body } = await takeOver(headers, { tag_ids: [1] })
    await finishJob(fixture, body.data.job_id)
    for (let attempt = 0; attempt < 5; attempt++) {
      await rest(`POST /jobs/${body.data.job_id}/retry-failed`, {}, await sessionOfAdministrator(fixture))
      await finishJob(fixture, body.data.job_id)
    }
    expect(child.registrations.get(child.admin.login)).toContain(token)
  })

  it('is refused for an API key, without confirmation, without a fresh password, and for nothing', async () => {
    const { headers } = await importWaves([1])
    expect((await takeOver(fixture.people.keys.full.headers, { tag_ids: [1] })).body.code).toBe('svc_permission_denied')
    expect((await takeOver(headers, { tag_ids: [1], confirm: false })).body.code).toBe('svc_confirmation_required')
    expect((await takeOver(headers, {})).body.code).toBe('svc_invalid_input')
    expect((await takeOver(headers, { site_ids_or_domains: [999] })).body.code).toBe('svc_invalid_input')
    fixture.service.clock.advance(11 * 60_000)
    const stale = await takeOver(headers, { tag_ids: [1] })
    expect(stale.body.code).toBe('svc_identity_confirmation_required')
    expect(await statesOf()).toEqual([[11, 'shared']])
  })

  it('records the takeover in the audit trail', async () => {
    const { headers } = await importWaves([1])
    await takeOverAndWait(headers, { tag_ids: [1] })
    const { rows } = await fixture.service.db.pool.query(
      `select actor_name, outcome from audit_lines where operation = 'take-over-sites'`,
    )
    expect(rows).toEqual([{ actor_name: fixture.people.administrator.login, outcome: 'ok' }])
  })

  it('is not possible with an API key by other ways: a retry of failed sites, and a renewal of keys', async () => {
    const { headers, key, children } = await importWaves([null])
    const [child] = children as [Site]
    await weWork(11)
    const renewed = await rest('POST /sites/11/renew-connection', {})
    expect([renewed.status, renewed.body.code]).toEqual([409, 'svc_key_shared'])
    const planned = (await rest('POST /sites/11/renew-connection', { dry_run: true })).body.data
    expect(planned.warnings).toContainEqual(expect.stringContaining('Another dashboard has the key'))
    child.uniqueId = 'another id'
    const { job_id } = (await takeOver(headers, { site_ids_or_domains: [11] })).body.data
    expect(await finishJob(fixture, job_id)).toMatchObject([{ state: 'failed' }])
    child.uniqueId = ''
    const retry = (caller: Headers | undefined, more = {}) => rest(`POST /jobs/${job_id}/retry-failed`, more, caller)
    for (const more of [{}, { dry_run: true }])
      expect((await retry(undefined, more)).body.code).toBe('svc_permission_denied')
    expect(await oldDashboardWorks(child, key.privateKeyPem)).toBe(true)
    fixture.service.clock.advance(11 * 60_000)
    expect((await retry(headers)).body.code).toBe('svc_identity_confirmation_required')
    expect((await retry(await sessionOfAdministrator(fixture))).status).toBe(200)
    expect(await finishJob(fixture, job_id)).toMatchObject([{ state: 'succeeded' }])
    expect(await oldDashboardWorks(child, key.privateKeyPem)).toBe(false)
  })
})
