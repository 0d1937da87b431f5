import { describe, expect, it } from 'vitest'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun({ sites: 3 })
const update = (site = 1) =>
  fixture.passTime(fixture.ability('update-site-plugins', { site_id_or_domain: site, slugs: [forms] }))

describe('an update that breaks the site', () => {
  it.each(['fatal-at-load', 'blank', 'fatal-in-admin', 'fatal-in-cron'] as const)(
    'is rolled back and leaves no guard: %s',
    async (effect) => {
      fixture.site.onUpdate(forms, effect)
      const { body } = await update()
      expect(body).toMatchObject({
        updated: [],
        errors: [
          {
            slug: forms,
            result: 'rolled_back',
            code: 'svc_update_rolled_back',
            old_version: '1.0',
            new_version: '1.0',
          },
        ],
        health: 'ok',
      })
      expect(body.errors[0].message).toContain('Forms 1.1 was installed and rolled back to 1.0.')
      expect(fixture.site.plugin(forms)?.version).toBe('1.0')
      expect([fixture.site.releases.wasBroken, fixture.site.releases.isBroken]).toEqual([true, false])
      expect(fixture.site.guards.all).toEqual([])
      expect(await fixture.pendingUpdates()).toContain(`plugin ${forms} 1.1`)
      expect(await fixture.history()).toMatchObject([{ result: 'rolled_back', wanted_version: '1.1', health: 'ok' }])
      expect(await dataOfEvents(fixture.service.db, 'update.rolled_back')).toMatchObject([
        { slug: forms, from: '1.0', to: '1.1', code: 'svc_update_rolled_back' },
      ])
      expect(await dataOfEvents(fixture.service.db, 'update.installed')).toEqual([])
    },
  )

  it('is taken back at once when no request ends any more', async () => {
    fixture.site.guards.loopback = false
    fixture.site.onUpdate(forms, 'endless-loop')
    const { body } = await update()
    expect(body.errors).toMatchObject([{ slug: forms, result: 'rolled_back', new_version: '1.0' }])
    expect(body.errors[0].message).toContain('The site stopped answering after the update.')
    expect(fixture.site.plugin(forms)?.version).toBe('1.0')
    expect(await fixture.history()).toMatchObject([{ result: 'rolled_back', health: 'ok' }])
    const { db } = fixture.service
    expect(await dataOfEvents(db, 'update.rolled_back')).toMatchObject([{ slug: forms, to: '1.1' }])
    expect((await fixture.rest('GET /inbox')).body.data).toMatchObject([{ kind: 'update-failed' }])
  })

  it('is held for all sites after some failures, and the answer says why', async () => {
    await fixture.rest('PUT /update-policies', { scope: 'fleet', rules: { hold_after: 2 } })
    for (const site of fixture.sites) site.onUpdate(forms, 'blank')
    for (const site of [1, 2]) await update(site)
    expect((await update(3)).body.errors).toMatchObject([{ slug: forms, result: 'skipped', code: 'svc_release_held' }])
    expect(fixture.sites[2]!.plugin(forms)?.version).toBe('1.0')
  })
})

describe('an update that breaks the site and cannot be taken back', () => {
  it('is failed, and says so wherever its outcome is shown', async () => {
    fixture.site.snippetsForbidden = true
    fixture.site.onUpdate(forms, 'fatal-in-admin')
    const { status, body } = await update()
    expect(status).toBe(200)
    const message = expect.stringContaining('Forms 1.1 was installed, but the site failed its checks. /wp-admin/')
    const failed = { slug: forms, old_version: '1.0', new_version: '1.1', result: 'failed', code: 'svc_checks_failed' }
    expect(body).toMatchObject({ updated: [], errors: [{ ...failed, message }], total_updated: 0 })
    expect((await fixture.rest('GET /updates/history')).body.data).toMatchObject([
      { ...failed, wanted_version: '1.1', checks: 'failed', health: 'degraded', message },
    ])
    const { db } = fixture.service
    expect(await dataOfEvents(db, 'update.failed')).toMatchObject([
      { slug: forms, from: '1.0', to: '1.1', code: 'svc_checks_failed', message },
    ])
    expect(await dataOfEvents(db, 'update.installed')).toEqual([])
    const logged = db.selectFrom('site_changes').select(['action', 'outcome']).where('source', '=', 'flotilla')
    expect(await logged.execute()).toEqual([{ action: 'update-failed', outcome: 'failed' }])
    const condition = {
      state: 'degraded',
      cause: 'update_checks_failed',
      detail: expect.stringContaining('/wp-admin/'),
    }
    expect((await fixture.rest('GET /sites/1')).body.data.condition).toMatchObject(condition)
    expect((await fixture.rest('GET /overview')).body.data.sites.by_condition).toMatchObject({ ok: 2, degraded: 1 })
    expect((await fixture.rest('GET /sites/table?condition=degraded')).body.data).toMatchObject([{ id: 1 }])
    expect((await fixture.rest('GET /inbox')).body.data).toMatchObject([
      { kind: 'update-failed', title: `1 update failed on ${fixture.site.title}` },
    ])
  })
})

describe('a sync that contradicts an update', () => {
  it('amends its history with a dated line, publishes it once and leaves later updates alone', async () => {
    await update()
    fixture.service.clock.advance(60_000)
    fixture.site.byHand.updatePlugin(forms, '1.0')
    for (const _ of [1, 2]) await fixture.sync([1])
    const message = 'Forms 1.1 was installed, but version 1.0 is on the site now.'
    expect((await fixture.rest('GET /updates/history')).body.data).toMatchObject([
      {
        ...{ result: 'failed', code: 'svc_version_not_installed', old_version: '1.0', new_version: '1.0', message },
        amendments: [{ before: 'updated', result: 'failed', message }],
      },
    ])
    expect(await dataOfEvents(fixture.service.db, 'update.failed')).toMatchObject([{ to: '1.1', message }])
  })
})

describe('a good update', () => {
  it('leaves no guard', async () => {
    const { body } = await update()
    expect(body).toMatchObject({ total_updated: 1, health: 'ok' })
    expect(fixture.site.guards.all).toEqual([])
    expect(await fixture.service.db.selectFrom('guards').select('state').execute()).toEqual([{ state: 'disarmed' }])
  })

  it('is not sent without a guard where the policy requires one', async () => {
    fixture.site.snippetsForbidden = true
    await fixture.rest('PUT /update-policies', { scope: 'site', site_id_or_domain: 1, rules: { guard: 'required' } })
    const { body } = await update()
    expect(body.errors).toMatchObject([{ slug: forms, result: 'skipped', code: 'svc_guard_required' }])
    expect(fixture.sentCalls()).toEqual([])
  })

  it.each(['fleet', 'tag', 'site'] as const)('is sent without a guard where guards are off: %s', async (scope) => {
    const tag = (await fixture.rest('POST /tags/add', { name: 'no guard' })).body.data.id
    await fixture.rest('POST /sites/tags', { include: [1], add: [tag] })
    const subject = { fleet: {}, tag: { tag_id: tag }, site: { site_id_or_domain: 1 } }[scope]
    const { status, text } = await fixture.rest('PUT /update-policies', { scope, ...subject, rules: { guard: 'off' } })
    expect({ status, text }).toMatchObject({ status: 200 })
    const { body } = await update()
    expect(body).toMatchObject({ total_updated: 1 })
    expect(fixture.site.counts.code_snippet ?? 0).toBe(0)
    expect(await fixture.service.db.selectFrom('guards').select('id').execute()).toEqual([])
    const [check] = await fixture.service.db.selectFrom('update_checks').select('guard').execute()
    expect(check?.guard).toMatchObject([
      { slug: forms, state: 'off', message: expect.stringContaining('switched off') },
    ])
  })

  it('is sent without a guard where none can be armed', async () => {
    fixture.site.snippetsForbidden = true
    expect((await update()).body).toMatchObject({ total_updated: 1 })
  })
})
