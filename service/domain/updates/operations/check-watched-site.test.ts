import { describe, expect, it } from 'vitest'
import { dataOfEvents } from '../../../testing/published-events.ts'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const forms = 'forms/forms.php'
const minuteMs = 60_000
const fixture = setUpUpdateRun({ soak: true })
const update = () => fixture.passTime(fixture.ability('update-site-plugins', { site_id_or_domain: 1, slugs: [forms] }))
const check = async () => {
  const run = fixture.service.app.run('check-watched-site', { site_id_or_domain: 1 })
  const { output } = await passTime(run)
  return (output as { checked: { result: string | null; message: string | null }[] }).checked
}
/** Advances the clock until the work has ended: pauses depend on it. */
async function passTime<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    fixture.service.clock.advance(1_000)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))])
  }
  return ended
}
const open = () =>
  fixture.service.db.selectFrom('site_schedules').select('next_at').where('kind', '=', 'watch').execute()
const armed = () => fixture.site.guards.all.length
const entry = async () => (await fixture.rest('GET /updates/history?site_id=1')).body.data[0]
const count = async (filter: string) => (await fixture.rest(`GET /updates/history?${filter}`)).body.total

describe('a watched update', () => {
  it('is checked again later; its guard stays until the last check', async () => {
    const { body } = await update()
    expect(body).toMatchObject({ total_updated: 1, watched_until: expect.stringMatching(/Z$/) })
    expect([armed(), await check(), (await entry()).watch]).toEqual([1, [], 'watching'])
    expect([await count('watching=true'), await count('amended=true')]).toEqual([1, 0])
    for (const minutes of [1, 4]) {
      fixture.service.clock.advance(minutes * minuteMs)
      expect([await check(), armed()]).toMatchObject([[{ result: null }], 1])
    }
    fixture.service.clock.advance(10 * minuteMs)
    expect(await check()).toMatchObject([{ result: 'passed' }])
    expect([armed(), await open(), (await entry()).watch]).toEqual([0, [], 'passed'])
    expect(await entry()).toMatchObject({ result: 'updated', guard: 'disarmed' })
  })

  it('is rolled back when it breaks the site later', async () => {
    fixture.site.onUpdate(forms, 'breaks-later', { delay: 600_000 })
    expect((await update()).body).toMatchObject({ total_updated: 1, health: 'ok' })
    fixture.site.releases.hurry()
    fixture.service.clock.advance(minuteMs)
    expect(await check()).toMatchObject([{ result: 'failed' }])
    expect([fixture.site.plugin(forms)?.version, fixture.site.releases.isBroken]).toEqual(['1.0', false])
    expect(await entry()).toMatchObject({ result: 'rolled_back', wanted_version: '1.1', watch: 'failed' })
    expect(await dataOfEvents(fixture.service.db, 'update.rolled_back')).toMatchObject([{ slug: forms, to: '1.1' }])
    expect(await open()).toEqual([])
    expect([await count('watching=true'), await count('amended=true')]).toEqual([0, 1])
    // WordPress may offer the release again only hours later.
    await fixture.service.db.deleteFrom('site_updates').where('slug', '=', forms).execute()
    expect((await fixture.rest('GET /inbox')).body.data).toMatchObject([{ kind: 'update-failed' }])
  })

  it('ends with a dated line when its guard stood down, because a person changed the files', async () => {
    await update()
    fixture.site.guards.touch(forms)
    fixture.service.clock.advance(minuteMs)
    const message = 'The guard stood down: its files were changed on the site after the update.'
    expect(await check()).toMatchObject([{ result: 'stopped', message }])
    expect(await entry()).toMatchObject({ result: 'updated', watch: 'stopped' })
    const [row] = await fixture.history()
    expect(row?.amendments).toMatchObject([{ result: 'updated', message: `${message} Version 1.0 is not put back.` }])
  })

  it('asks the guard at once when a sync finds the old version again', async () => {
    await update()
    fixture.site.guards.restore(fixture.site.guards.all[0]!)
    await fixture.sync()
    expect(await fixture.history()).toMatchObject([{ result: 'updated' }])
    expect(await check()).toMatchObject([{ result: 'failed' }])
    expect(await entry()).toMatchObject({ result: 'rolled_back', watch: 'failed' })
    expect(await dataOfEvents(fixture.service.db, 'update.rolled_back')).toHaveLength(1)
    expect((await fixture.rest('GET /inbox')).body.data).toMatchObject([{ kind: 'update-failed' }])
  })

  it('ends with a last check when another update begins', async () => {
    await update()
    const { body } = await fixture.passTime(fixture.ability('update-site-themes', { site_id_or_domain: 1 }))
    expect(body).toMatchObject({ total_updated: 1 })
    const watches = await fixture.service.db
      .selectFrom('update_checks')
      .select('watch_result')
      .orderBy('started_at')
      .execute()
    expect(watches.map(({ watch_result }) => watch_result)).toEqual(['stopped', null])
    expect(fixture.site.guards.all.map(({ slug }) => slug)).toEqual(['harbour'])
  })

  it('ends where the policy repeats no checks any more, and where the site is suspended', async () => {
    await update()
    await fixture.rest('PUT /update-policies', { scope: 'fleet', rules: { soak_minutes: [] } })
    fixture.service.clock.advance(minuteMs)
    expect([await check(), armed()]).toMatchObject([[{ result: 'stopped' }], 0])
    await fixture.rest('PUT /update-policies', { scope: 'fleet', rules: { soak_minutes: [2] } })
    await fixture.passTime(fixture.ability('update-site-themes', { site_id_or_domain: 1 }))
    await fixture.rest('POST /sites/1/suspend')
    fixture.service.clock.advance(2 * minuteMs)
    expect(await check()).toMatchObject([{ result: 'stopped', message: expect.stringContaining('suspended') }])
    expect(await open()).toEqual([])
  })
})
