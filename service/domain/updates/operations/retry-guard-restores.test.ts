import { describe, expect, it } from 'vitest'
import { present } from '../../../platform/present.ts'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const fixture = setUpUpdateRun()
const retry = () => fixture.service.app.run('retry-guard-restores', {})

/** A guard of the run that could not be asked when the checks failed. */
async function addGuard(run: string): Promise<void> {
  const { site, service } = fixture
  const plugin = present(site.plugin(forms), 'the plugin')
  const id = 'a'.repeat(32)
  const now = service.clock.now()
  site.guards.add({
    ...{ id, type: 'plugin', slug: forms, version: '1.0', entry: plugin.entry, item: plugin, wasActive: true },
    ...{ vulnerable: false, token: '0'.repeat(64), expires: site.now() + 7_200, offset: 0, touched: false },
    ...{ state: 'armed', why: null, culprit: null, nonces: new Map(), fatal: new Set() },
  })
  const row = { id, site_id: 1, run, type: 'plugin' as const, slug: forms, name: 'Forms', version: '1.0' }
  const times = { created_at: now, expires_at: new Date(now.getTime() + 7_200_000), ended_at: null, restore_at: now }
  const state = { state: 'armed' as const, direct: 'ready' as const, token: null, reason: null, culprit: null }
  const guard = { ...row, ...times, ...state, vulnerable: false, armed_by: 'admin' }
  await service.db.insertInto('guards').values(guard).execute()
}

describe('retry-guard-restores', () => {
  it('puts an old version back as soon as the site answers, and tells it everywhere at once', async () => {
    const { site, service } = fixture
    site.snippetsForbidden = true
    site.onUpdate(forms, 'blank')
    const update = fixture.ability('update-site-plugins', { site_id_or_domain: 1, slugs: [forms] })
    expect((await fixture.passTime(update)).body.errors).toMatchObject([{ slug: forms, code: 'svc_checks_failed' }])
    const [failed] = await fixture.history()
    expect(failed).toMatchObject({ result: 'failed', amendments: [] })
    expect((await fixture.rest('GET /sites/1')).body.data.condition).toMatchObject({ cause: 'update_checks_failed' })
    site.snippetsForbidden = false
    await addGuard(present(failed?.run, 'the run'))
    service.clock.advance(120_000)
    expect(await retry()).toMatchObject({ output: { queued: 1 } })
    await service.app.run('check-watched-site', { site_id_or_domain: 1 })
    expect(site.plugin(forms)?.version).toBe('1.0')
    expect(site.guards.all).toEqual([])
    expect(await retry()).toMatchObject({ output: { queued: 0 } })
    const message = expect.stringContaining('Forms 1.1 was installed and rolled back to 1.0.')
    expect(await fixture.history()).toMatchObject([
      { result: 'rolled_back', message, amendments: [{ before: 'failed', result: 'rolled_back', message }] },
    ])
    expect(await dataOfEvents(service.db, 'update.failed')).toHaveLength(1)
    expect(await dataOfEvents(service.db, 'update.rolled_back')).toMatchObject([{ slug: forms, to: '1.1', message }])
    expect((await fixture.rest('GET /sites/1')).body.data.condition).toMatchObject({ state: 'ok' })
    expect((await fixture.rest('GET /inbox')).body.data).toMatchObject([{ kind: 'update-failed' }])
  })
})
