import { describe, expect, it } from 'vitest'
import { setUpUpdateRun } from '../testing/set-up-update-run.ts'

const fixture = setUpUpdateRun({ sites: 2 })
const day = 86_400_000
const run = async () =>
  (await fixture.service.app.run('run-automatic-updates', {})).output as { sites: number; job_id: string | null }
/** Runs the targets of the job here, as a worker does. */
async function work(job: string | null): Promise<void> {
  const { db, app } = fixture.service
  const targets = await db.selectFrom('job_targets').select('input').where('job_id', '=', Number(job)).execute()
  for (const { input } of targets) await app.run('install-site-updates', input, { unaudited: true })
}
/** The clock of the tests begins on Sunday, 15 November 2026, at 9:00 UTC. */
const at = (time: string) =>
  fixture.service.clock.advance(Date.parse(`${time}:00Z`) - fixture.service.clock.now().getTime())
const nothing = { sites: 0, job_id: null }

describe('automatic updates', () => {
  it('do nothing while they are off', async () => {
    await fixture.general({ time_auto_update: '09:00', delay_autoupdate: 0 })
    expect(await run()).toEqual(nothing)
  })

  it('install the selected types at their time, once over all processes', async () => {
    await fixture.general({ plugin_automatic_daily_update: 1, time_auto_update: '10:30', delay_autoupdate: 0 })
    at('2026-11-15T10:29')
    expect(await run()).toEqual(nothing)
    at('2026-11-15T10:30')
    const runs = await Promise.all([run(), run(), run()])
    const [started] = runs.filter(({ job_id }) => job_id !== null)
    expect(runs.filter(({ job_id }) => job_id !== null)).toMatchObject([{ sites: 2 }])
    await work(started!.job_id)
    expect(fixture.sites.map((site) => fixture.sentCalls(site))).toEqual(
      Array(2).fill(['upgradeplugintheme forms/forms.php,shop/shop.php']),
    )
    expect(await fixture.history()).toMatchObject(
      Array(4).fill({ automatic: true, user_name: 'flotilla', result: 'updated' }),
    )
    fixture.sites[0]!.offerPlugin('forms/forms.php', '1.2')
    await fixture.sync()
    at('2026-11-15T11:00')
    expect(await run()).toEqual(nothing)
    at('2026-11-16T10:30')
    expect(await run()).toMatchObject({ sites: 1 })
  })

  it('leave to an open rollout what it has not installed yet', async () => {
    await fixture.general({ plugin_automatic_daily_update: 1, time_auto_update: '09:00', delay_autoupdate: 0 })
    const rollout = { specific_items: ['forms/forms.php'], site_ids_or_domains: [1], starts_at: '2026-12-01T00:00:00Z' }
    const { body } = await fixture.rest('POST /rollouts', rollout)
    await fixture.rest(`POST /rollouts/${body.data.rollout_id}/pause`)
    await work((await run()).job_id)
    expect(fixture.sites.map((site) => fixture.sentCalls(site))).toEqual([
      ['upgradeplugintheme shop/shop.php'],
      ['upgradeplugintheme forms/forms.php,shop/shop.php'],
    ])
  })

  it('use the configured time zone', async () => {
    const settings = { timezone_string: 'America/New_York', time_auto_update: '05:00', delay_autoupdate: 0 }
    await fixture.general({ theme_automatic_daily_update: 1, ...settings })
    expect(await run()).toEqual(nothing)
    at('2026-11-15T10:00')
    expect(await run()).toMatchObject({ sites: 2 })
  })

  it('wait until an update is some days old', async () => {
    await fixture.general({ plugin_automatic_daily_update: 1, time_auto_update: '09:00', delay_autoupdate: 3 })
    expect(await run()).toEqual(nothing)
    at('2026-11-17T09:00')
    fixture.sites[0]!.offerPlugin('shop/shop.php', '3.0')
    await fixture.sync()
    expect(await run()).toEqual(nothing)
    at('2026-11-18T09:00')
    const { sites, job_id } = await run()
    expect(sites).toBe(2)
    await work(job_id)
    // The newer version is not old enough yet.
    expect(fixture.sentCalls()).toEqual(['upgradeplugintheme forms/forms.php'])
  })

  it('install translations when these are on', async () => {
    await fixture.general({ trans_automatic_daily_update: 1, time_auto_update: '09:00', delay_autoupdate: 0 })
    await work((await run()).job_id)
    expect(fixture.sentCalls()).toEqual(['upgradetranslation forms'])
  })

  it('run monthly on their day', async () => {
    await fixture.general({ automatic_daily_update: 1, time_auto_update: '09:00', delay_autoupdate: 0 })
    await fixture.general({ frequency_auto_update: 'monthly', dayinmonth_auto_update: 20 })
    for (const early of ['15', '17', '19']) {
      at(`2026-11-${early}T09:05`)
      expect(await run()).toEqual(nothing)
    }
    at('2026-11-20T09:05')
    expect(await run()).toMatchObject({ sites: 2 })
  })

  it('run weekly on their day', async () => {
    await fixture.general({ automatic_daily_update: 1, time_auto_update: '09:00', delay_autoupdate: 0 })
    await fixture.general({ frequency_auto_update: 'weekly', dayinweek_auto_update: 2 })
    expect(await run()).toEqual(nothing)
    at('2026-11-17T09:05')
    expect(await run()).toMatchObject({ sites: 2 })
    fixture.service.clock.advance(day)
    expect(await run()).toEqual(nothing)
  })

  it('skip a run time that is long past', async () => {
    await fixture.general({ plugin_automatic_daily_update: 1, time_auto_update: '07:00', delay_autoupdate: 0 })
    expect(await run()).toEqual(nothing)
  })

  it('leave out suspended sites, ignored updates and updates that are known to fail', async () => {
    const { db } = fixture.service
    await fixture.general({ plugin_automatic_daily_update: 1, time_auto_update: '09:00', delay_autoupdate: 0 })
    await db.updateTable('sites').set({ suspended_by: 'hand' }).where('id', '=', 2).execute()
    await db.updateTable('site_updates').set({ fits_php: false }).where('slug', '=', 'shop/shop.php').execute()
    await fixture.rest('POST /updates/ignore/plugins', { slug: 'forms/forms.php' })
    expect(await run()).toEqual(nothing)
  })

  it('list in a dry run the sites they would update', async () => {
    await fixture.general({ plugin_automatic_daily_update: 1, time_auto_update: '09:00', delay_autoupdate: 0 })
    const { output } = await fixture.service.app.run('run-automatic-updates', { dry_run: true })
    expect(output).toMatchObject({ dry_run: true, count: 2 })
    expect(fixture.sentCalls()).toEqual([])
  })
})
