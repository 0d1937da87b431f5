import { describe, expect, it } from 'vitest'
import type { UpdateBehaviour } from '../../../../simulator/index.ts'
import { everything, setUpUpdateRun } from '../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun({ sites: 8, works: true })
const { rest, ability } = fixture

const faults: UpdateBehaviour[] = ['rollback', 'lie', 'requirement-not-met', 'error-before', 'download-failure']

/** Runs the update of one plugin on all sites, as the dashboard does, until the job has ended. */
async function runForms(body: object = {}) {
  const { body: started } = await ability('run-updates', { specific_items: [forms], background: true, ...body })
  return jobAtEnd(started.job_id)
}

/** Pauses between reads of a site depend on the clock. */
async function jobAtEnd(jobId: string) {
  const report = async () => (await rest(`GET /jobs/${jobId}`)).body.data
  await expect
    .poll(async () => {
      fixture.service.clock.advance(1_000)
      return (await report()).completed_at
    })
    .not.toBe(null)
  return report()
}

const targetsOf = async (jobId: string, filter = '') =>
  (await rest(`GET /jobs/${jobId}/targets${filter}`)).body.data as Record<string, unknown>[]

describe('the job of an update run', () => {
  it('counts the sites that did not get the update as failed', async () => {
    for (const [index, fault] of faults.entries()) fixture.sites[index]!.onUpdate(forms, fault)
    const job = await runForms()
    expect(job).toMatchObject({
      status: 'completed',
      outcome: 'partial',
      processed: 8,
      succeeded: 3,
      failed: 5,
      partial: 0,
      cancelled: 0,
      retryable: 5,
    })
    expect(job.errors).toHaveLength(5)
    expect(job.errors[0]).toMatchObject({ site_id: 1, code: 'svc_rolled_back' })
    expect(job.errors[0].message).toMatch(/^0 of 1 update installed\. /)
    const failed = await targetsOf(job.job_id, '?state=failed')
    expect(failed.map(({ site_id, outcome }) => [site_id, outcome])).toEqual(
      [1, 2, 3, 4, 5].map((id) => [id, 'failed']),
    )
    expect((await rest('GET /jobs?outcome=partial')).body.data).toMatchObject([{ job_id: job.job_id }])
    expect((await rest('GET /jobs?outcome=succeeded&type=update')).body.total).toBe(0)
  })

  it.each([
    ['succeeded', {}, 'success', 'success'],
    ['failed', {}, 'rollback', 'lie'],
    ['partial', {}, 'success', 'rollback'],
  ] as const)('has the outcome %s', async (outcome, body, first, second) => {
    fixture.sites[0]!.onUpdate(forms, first)
    fixture.sites[1]!.onUpdate(forms, second)
    expect(await runForms({ site_ids_or_domains: [1, 2], ...body })).toMatchObject({ status: 'completed', outcome })
  })

  it('counts a site that failed its checks as failed, although the update is installed', async () => {
    fixture.site.snippetsForbidden = true
    fixture.site.onUpdate(forms, 'fatal-in-admin')
    const job = await runForms({ site_ids_or_domains: [1, 2] })
    expect(job).toMatchObject({ outcome: 'partial', succeeded: 1, failed: 1, partial: 0 })
    expect(job.errors).toMatchObject([{ site_id: 1, code: 'svc_checks_failed' }])
  })

  it('counts a site with failed and installed updates as failed and as partial', async () => {
    fixture.site.onUpdate(forms, 'rollback')
    const { body } = await ability('run-updates', { site_ids_or_domains: [1], types: ['plugins'] })
    expect(body, 'the shape of the ability stays').toMatchObject({
      updated: [{ slug: 'shop/shop.php' }],
      errors: [{ slug: forms, code: 'svc_rolled_back' }],
      summary: { total_updated: 1, total_errors: 1, sites_updated: 1 },
    })
    const [job] = (await rest('GET /jobs?type=update')).body.data
    expect(job).toMatchObject({ outcome: 'partial', succeeded: 0, failed: 1, partial: 1, processed: 1 })
    const [target] = await targetsOf(job.job_id)
    expect(target).toMatchObject({
      state: 'failed',
      outcome: 'partial',
      result: { total_updated: 1 },
      error: { code: 'svc_rolled_back' },
    })
  })

  it('has nothing to do when the site has the new version already', async () => {
    fixture.site.byHand.updatePlugin(forms, '1.1')
    expect(await runForms({ site_ids_or_domains: [1] })).toMatchObject({
      outcome: 'nothing_to_do',
      succeeded: 1,
      failed: 0,
    })
  })
})

describe('retrying an update run', () => {
  const retry = async (jobId: string) => {
    const { body } = await rest(`POST /jobs/${jobId}/retry-failed`)
    expect(body.success).toBe(1)
    return jobAtEnd(jobId)
  }

  it('sends exactly the failed items again', async () => {
    fixture.site.onUpdate(forms, 'rollback', { times: 1 })
    await ability('run-updates', { site_ids_or_domains: [1, 2], types: ['plugins'] })
    const [job] = (await rest('GET /jobs?type=update')).body.data
    // An update that appeared after the run is not part of it.
    const later = { file: 'later/later.php', name: 'Later', version: '1.0', offer: '1.1' }
    fixture.site.addPlugin(later)
    await fixture.sync([1])
    expect(await retry(job.job_id)).toMatchObject({ outcome: 'succeeded', succeeded: 2, failed: 0, partial: 0 })
    expect(fixture.sentCalls()).toEqual([
      'upgradeplugintheme forms/forms.php,shop/shop.php',
      'upgradeplugintheme forms/forms.php',
    ])
    expect(fixture.sentCalls(fixture.sites[1]!)).toHaveLength(1)
    const [target] = await targetsOf(job.job_id)
    expect(target).toMatchObject({ state: 'succeeded', attempts: 2, result: { total_updated: 2, total_errors: 0 } })
    expect(await fixture.pendingUpdates()).toEqual([
      everything[0],
      'plugin later/later.php 1.1',
      ...everything.slice(3),
    ])
  })

  it('leaves a partial site partial when the site cannot be reached any more', async () => {
    fixture.site.onUpdate(forms, 'rollback')
    await ability('run-updates', { site_ids_or_domains: [1], types: ['plugins'] })
    const [job] = (await rest('GET /jobs?type=update')).body.data
    fixture.site.setFault('refuse', { on: '*' })
    expect(await retry(job.job_id)).toMatchObject({ outcome: 'partial', failed: 1, partial: 1 })
    const [target] = await targetsOf(job.job_id)
    expect(target).toMatchObject({
      outcome: 'partial',
      result: { updated: [{ slug: 'shop/shop.php' }] },
      error: { code: 'svc_connection_failed' },
    })
  })
})

describe('the record of a run', () => {
  it('names the sites that were skipped, with the reason', async () => {
    await fixture.service.db.updateTable('sites').set({ suspended_by: 'hand' }).where('id', '=', 2).execute()
    const job = await runForms({ site_ids_or_domains: [1, 2] })
    const { title, url } = fixture.sites[1]!
    const message = `${title} is suspended. Unsuspend it first.`
    expect(job.skipped).toEqual([{ site_id: 2, site_url: url, site_name: title, code: 'svc_site_suspended', message }])
    expect(job).toMatchObject({ total: 1, outcome: 'succeeded' })
    const plan = await rest('POST /updates/run', { include: [1, 2], dry_run: true })
    expect(plan.body.data.warnings, 'by name, not by address').toEqual([message])
  })

  it('names the sites of targets and errors', async () => {
    fixture.site.onUpdate(forms, 'rollback')
    const job = await runForms({ site_ids_or_domains: [1] })
    expect(job.errors).toMatchObject([{ site_name: fixture.site.title, site_url: fixture.site.url }])
    expect(await targetsOf(job.job_id)).toMatchObject([{ site_name: fixture.site.title }])
  })

  it('keeps the version that was not installed in the history', async () => {
    fixture.site.onUpdate(forms, 'rollback')
    await runForms({ site_ids_or_domains: [1, 2] })
    const { body } = await rest('GET /updates/history')
    const bySite = Map.groupBy(body.data as { site_id: number }[], ({ site_id }) => site_id)
    expect(bySite.get(1)).toMatchObject([
      { old_version: '1.0', new_version: '1.0', wanted_version: '1.1', result: 'rolled_back' },
    ])
    expect(bySite.get(2)).toMatchObject([
      { old_version: '1.0', new_version: '1.1', wanted_version: '1.1', result: 'updated' },
    ])
  })
})

describe('updates over REST', () => {
  const update = (input: object = {}) => rest('POST /updates/1/update/plugins', input)

  it('have success 0 when their only item failed', async () => {
    fixture.site.onUpdate(forms, 'rollback')
    const { status, body } = await update({ slug: forms })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: 0, code: 'svc_rolled_back', errors: [{ slug: forms }] })
    expect(body.message).toMatch(/^0 of 1 update installed\. /)
    expect(body.data[forms]).toMatchObject({ success: 0, result: 'rolled_back' })
  })

  it('have success 1 and count the items when some failed', async () => {
    fixture.site.onUpdate(forms, 'rollback')
    const { body } = await update()
    expect(body).toMatchObject({ success: 1, errors: [{ slug: forms }] })
    expect(body.message).toMatch(/^1 of 2 updates installed\. /)
  })

  it('have success 1 when there is nothing to do, and 0 for an item that is not installed', async () => {
    expect((await update()).body).toMatchObject({ success: 1, message: '2 updates installed.' })
    expect((await update()).body).toMatchObject({ success: 1, message: 'Nothing to do.' })
    expect((await update({ slug: forms })).body).toMatchObject({ success: 1, message: 'Nothing to do.' })
    const { body } = await update({ slug: 'no/no.php' })
    expect(body).toMatchObject({ success: 0, code: 'svc_nothing_to_update' })
    expect(body.message).toContain('no/no.php is not installed on this site')
  })

  it('of many sites count sites', async () => {
    fixture.sites[0]!.onUpdate(forms, 'rollback')
    fixture.sites[1]!.onUpdate(forms, 'rollback')
    const run = (input: object) => rest('POST /updates/run', { types: ['plugins'], ...input })
    const { body } = await run({ include: [1, 2, 3] })
    expect(body).toMatchObject({ success: 1, message: '1 of 3 sites updated, 2 in part.' })
    expect(body.errors).toMatchObject([{ site_id: 1 }, { site_id: 2 }])
    const again = await run({ include: [1, 2] })
    expect([again.status, again.body.success]).toEqual([200, 0])
    expect(again.body.message).toBe('0 of 2 sites updated.')
    expect((await run({ include: [3] })).body).toMatchObject({ success: 1, message: 'Nothing to do.' })
    expect((await run({ include: [4, 5], slug: forms })).body.message).toBe('2 sites updated.')
  })

  it('in a batch say it per element', async () => {
    fixture.sites[0]!.onUpdate(forms, 'rollback')
    const { body } = await rest('POST /updates/batch', {
      update: [
        { id: 1, slug: forms },
        { id: 1, type: 'plugins' },
        { id: 2, slug: forms },
      ],
    })
    expect(body.update).toMatchObject([
      { id: 1, success: 0, error: { code: 'svc_rolled_back', data: { status: 200 } } },
      { id: 1, success: 1, errors: [{ slug: forms }] },
      { id: 2, success: 1, message: '1 update installed.' },
    ])
    expect(body.update[1].message).toMatch(/^1 of 2 updates installed\. /)
  })

  it('of WordPress name the versions, or that there is nothing to do', async () => {
    const updateCore = () => rest('POST /updates/1/update/wp')
    expect((await updateCore()).body).toMatchObject({ success: 1, message: 'WordPress updated from 6.8.1 to 6.9.' })
    expect((await updateCore()).body.message).toMatch(/^Nothing to do/)
  })
})
