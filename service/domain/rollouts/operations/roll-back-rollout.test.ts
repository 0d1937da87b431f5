import { describe, expect, it } from 'vitest'
import { signInAs } from '../../../testing/people.ts'
import { forms, oneWave, setUpRollouts } from '../../../testing/set-up-rollouts.ts'

// No Chromium: checks in a browser are not possible.
const fixture = setUpRollouts(4, { browser: { program: '/nowhere/chromium' } })
const { rest } = fixture

const rollBack = (id: number, body: object = {}, headers?: Record<string, string>) =>
  rest(`POST /rollouts/${id}/roll-back`, { confirm: true, ...body }, headers)
const versions = () => fixture.sites.map((site) => site.plugin(forms)?.version)
/** The simulated sites have the plugin from the public directory. */
const publish = () => {
  for (const site of fixture.sites) {
    const { entry, version, offer } = site.plugin(forms)!
    site.addPlugin({ file: entry.file, name: entry.name, version, offer: offer?.version, release: { daysAgo: 9 } })
  }
}
async function rolledOut(body: object = oneWave): Promise<number> {
  publish()
  const { rollout_id: id } = await fixture.create(body)
  await fixture.until(id, 'finished', 'soaking', 'paused')
  return id
}
async function untilRolledBack(id: number) {
  await expect
    .poll(
      async () => {
        fixture.service.clock.advance(1_000)
        const steps = await fixture.steps(id)
        return steps.some(({ rollback }) => ['waiting', 'running'].includes((rollback as { state: string })?.state))
      },
      { timeout: 60_000 },
    )
    .toBe(false)
  return fixture.steps(id)
}
const addVulnerability = (slug: string, to: string) => {
  const affected_versions = [{ from_version: '*', from_inclusive: true, to_version: to, to_inclusive: true }]
  const entry = { title: 'Stored XSS', type: 'plugin', slug, severity: 'high', affected_versions }
  return fixture.service.app.run('import-vulnerabilities', { feed: JSON.stringify({ known: entry }) })
}

describe('roll-back-rollout', () => {
  it('plans: every site, the source of the old version, and what is not undone', async () => {
    const id = await rolledOut()
    const { body } = await rollBack(id, { confirm: false, dry_run: true })
    expect(body.data ?? body).toMatchObject({
      count: 4,
      would_affect: expect.arrayContaining([
        expect.objectContaining({ items: [expect.objectContaining({ from: '1.1', to: '1.0', source: 'directory' })] }),
      ]),
      summary: { sites: 4, items: 4, from_guard: 0, from_directory: 4, impossible: 0, vulnerable: 0 },
      warnings: expect.arrayContaining([expect.stringContaining('databases')]),
    })
    expect(versions()).toEqual(['1.1', '1.1', '1.1', '1.1'])
  })

  it('a caller with limits does not hold the release for sites of others', async () => {
    publish()
    const { id: keyId, headers } = fixture.people.keys.limited
    const { db } = fixture.service
    await db
      .updateTable('api_keys')
      .set({ site_ids: [1, 2, 3] })
      .where('id', '=', keyId)
      .execute()
    const { body } = await rest('POST /rollouts', { specific_items: [forms], ...oneWave }, headers)
    const { rollout_id: id } = body.data
    await fixture.until(id, 'finished')
    expect((await rollBack(id, {}, headers)).status).toBe(200)
    await untilRolledBack(id)
    expect(versions()).toEqual(['1.0', '1.0', '1.0', '1.0'])
    expect((await rest('GET /update-policies/held-releases')).body.data).toEqual([])
  })

  it('brings the old version back on all sites, checks them, and the release counts as failed', async () => {
    const id = await rolledOut()
    const { status, body } = await rollBack(id)
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { sites: 4, job_id: expect.any(String) } })
    for (const step of await untilRolledBack(id))
      expect(step).toMatchObject({
        state: 'reverted',
        can_roll_back: false,
        rollback: {
          state: 'done',
          items: [{ slug: forms, from: '1.1', to: '1.0', result: 'rolled_back', source: 'directory' }],
          evidence: { healthy: true },
        },
      })
    expect(versions()).toEqual(['1.0', '1.0', '1.0', '1.0'])
    expect(fixture.sites.flatMap((site) => site.guards.all)).toEqual([])
    expect((await fixture.history()).map(({ result, to_version }) => [result, to_version])).toEqual(
      fixture.sites.map(() => ['rolled_back', '1.0']),
    )
    expect((await rest('GET /update-policies/held-releases')).text).toContain(forms)
    expect(await fixture.read(id)).toMatchObject({ sites_to_roll_back: 0 })
    expect((await rollBack(id)).body.code).toBe('svc_nothing_to_roll_back')
  })

  it('rolls one step back while the rollout runs, a wave only when it does not', async () => {
    const id = await rolledOut({ waves: [{ sites: 1, soak_minutes: 60 }, {}] })
    expect((await rollBack(id, { wave: 0 })).body.code).toBe('svc_rollout_status')
    expect((await rollBack(id)).body.code).toBe('svc_rollout_status')
    expect((await rollBack(id, { position: 0, wave: 0 })).status).toBe(400)
    expect((await rollBack(id, { position: 1 })).body.code).toBe('svc_nothing_to_roll_back')
    expect((await rollBack(id, { position: 0 })).status).toBe(200)
    expect((await untilRolledBack(id))[0]).toMatchObject({ state: 'reverted' })
    expect(versions()).toEqual(['1.0', '1.0', '1.0', '1.0'])
  })

  it('ends a paused rollout that is rolled back as a whole', async () => {
    const id = await rolledOut({ waves: [{ sites: 1, soak_minutes: 60 }, {}] })
    await rest(`POST /rollouts/${id}/pause`)
    expect((await rollBack(id)).body.data).toMatchObject({ status: 'ended', sites: 1 })
    await untilRolledBack(id)
    expect(versions()).toEqual(['1.0', '1.0', '1.0', '1.0'])
  })

  it('uses the copy of a guard that is still on the site', async () => {
    const [site] = fixture.sites
    site!.onUpdate(forms, 'visually-broken')
    Object.defineProperty(site, 'frontPage', {
      configurable: true,
      get: () => (site!.plugin(forms)?.version === '1.0' ? {} : { status: 429 }),
    })
    fixture.pace = 10_000
    const id = await rolledOut({ site_ids_or_domains: [1] })
    expect((await rollBack(id, { dry_run: true, confirm: false })).text).toContain('"source":"guard"')
    await rollBack(id)
    expect(await untilRolledBack(id)).toMatchObject([
      { state: 'reverted', rollback: { state: 'done', items: [{ source: 'guard', result: 'rolled_back' }] } },
    ])
    expect([site!.plugin(forms)?.version, site!.guards.all]).toEqual(['1.0', []])
  })

  it('leaves other versions alone, and never installs a vulnerable or private one by itself', async () => {
    const id = await rolledOut()
    const [other, vulnerable] = fixture.sites
    other!.byHand.updatePlugin(forms, '1.2')
    await addVulnerability('forms', '1.0')
    await rollBack(id)
    const steps = await untilRolledBack(id)
    const resultOn = (siteId: number) =>
      (steps.find(({ site_id }) => site_id === siteId)?.rollback as { items: { result: string }[] } | undefined)
        ?.items[0]?.result
    expect([resultOn(1), resultOn(2)]).toEqual(['other_version', 'impossible'])
    expect(versions()).toEqual(['1.2', '1.1', '1.1', '1.1'])
    const position = steps.find(({ site_id }) => site_id === 2)?.position
    const request = { position, allow_vulnerable: [forms] }
    expect((await rollBack(id, request)).status).toBe(403)
    const session = await signInAs(fixture.service, fixture.people.administrator)
    expect((await rollBack(id, request, session.headers)).status).toBe(200)
    await untilRolledBack(id)
    expect(vulnerable!.plugin(forms)?.version).toBe('1.0')
  })

  it('records checks in a browser as not checked, never as passed', async () => {
    const gates = { console: 'warn', screenshot: 'warn' }
    await rest('PUT /update-policies', { scope: 'site', site_id_or_domain: 1, rules: { gates } })
    const id = await rolledOut({ site_ids_or_domains: [1], ...oneWave })
    await rollBack(id)
    const [step] = await untilRolledBack(id)
    const results = (evidence: unknown) =>
      (evidence as { gates: { gate: string; result: string; message: string }[] }).gates
        .filter(({ gate }) => gate in gates)
        .map(({ result }) => result)
    expect(results(step!.evidence)).toEqual(['not_checked', 'not_checked'])
    const { state, evidence } = step!.rollback as { state: string; evidence: unknown }
    expect([state, results(evidence)]).toEqual(['done', ['not_checked', 'not_checked']])
  })

  it('confirms sources only by a person with a session', async () => {
    const id = await rolledOut({ site_ids_or_domains: [1], ...oneWave })
    fixture.sites[0]!.updateUris.set(forms, 'https://forms.example/updates')
    const request = { confirm_sources: [forms] }
    expect(await rollBack(id, request)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Only a person') },
    })
    expect(versions()[0]).toBe('1.1')
    await rollBack(id)
    expect((await untilRolledBack(id))[0]).toMatchObject({ rollback: { items: [{ result: 'impossible' }] } })
    const { headers } = await signInAs(fixture.service, fixture.people.administrator)
    expect((await rollBack(id, request, headers)).status).toBe(200)
    await untilRolledBack(id)
    expect(versions()[0]).toBe('1.0')
  })

  it('is not for other callers', async () => {
    const id = await rolledOut({ site_ids_or_domains: [1] })
    const viewer = await signInAs(fixture.service, fixture.people.viewer)
    expect((await rollBack(id, {}, viewer.headers)).status).toBe(403)
  })
})
