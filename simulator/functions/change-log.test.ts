import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../fleet.ts'
import type { Site } from '../site/site.ts'
import { call, keyPair, only, passwordField, register, server, type Values } from '../testing/dashboard.ts'
import { type ManualClock, manualClock } from '../testing/manual-clock.ts'

let fleet: Fleet
let site: Site
let clock: ManualClock

beforeEach(async () => {
  clock = manualClock()
  fleet = await startFleet({ sites: 1, clock })
  site = fleet.sites[0]!
  site.connect({ publicKey: keyPair().publicKey, server })
  site.events = []
  site.actions = []
  site.addPlugin({ file: 'a/a.php', name: 'A', version: '1.0', active: true })
})
afterEach(() => fleet.close())

const stats = async (values: Values) =>
  (await call(site.url, 'stats', { syncdata: only('child_site_actions_data'), ...values })).payload
const actions = async (after: number | string = 0) =>
  Object.values((await stats({ child_actions_last_created: after })).child_site_actions_data) as {
    created: number
    action: string
  }[]
const events = async (parameters: Values) =>
  (await stats({ params_logs: { events_count: 100, ...parameters } })).changes_logs_data

describe('changes made at the site itself (first stream)', () => {
  it('contain user, action and time', async () => {
    site.byHand.deactivatePlugin('a/a.php')
    const { child_site_actions_data } = await stats({})
    const [key, action] = Object.entries(child_site_actions_data)[0] as [string, object]
    expect(key).toMatch(/^\d{14}$/)
    expect(action).toMatchObject({
      context: 'plugins',
      action: 'deactivated',
      action_user: 'admin',
      summary: '"A" plugin deactivated ',
    })
  })

  it('are returned strictly after the cursor, compared at four decimals', async () => {
    site.byHand.deactivatePlugin('a/a.php')
    clock.advance(1000)
    site.byHand.updateCore('9.9')
    const [first, second] = await actions()
    expect((await actions(Math.round(first!.created * 10_000) / 10_000)).map(({ action }) => action)).toEqual([
      'updated',
    ])
    expect(await actions(Math.round(second!.created * 10_000) / 10_000)).toEqual([])
  })

  it('do not include changes by signed calls', async () => {
    await call(site.url, 'plugin_action', { action: 'deactivate', plugin: 'a/a.php' })
    expect((await stats({})).child_site_actions_data).toEqual([])
  })

  it('are not recorded while no dashboard is connected, nor when ignored', async () => {
    const { connection } = site
    site.disconnect()
    site.byHand.deactivatePlugin('a/a.php')
    site.connection = connection
    await stats({ params_logs: { ignore_sync_nonmainwp_actions: ['plugin_delete'] } })
    site.byHand.deletePlugin('a/a.php')
    expect(site.actions).toEqual([])
    await stats({ params_logs: { ignore_sync_nonmainwp_actions: -1 } })
    site.byHand.updateCore('9.9')
    expect(site.actions).toHaveLength(1)
  })

  it('are kept for some days, and deleted when another administrator connects', async () => {
    site.byHand.updateCore('9.8')
    clock.advance(10 * 86_400_000)
    expect(await actions()).toHaveLength(1)
    await stats({ child_actions_saved_days_number: 5 })
    expect(site.actions).toEqual([])
    site.byHand.updateCore('9.9')
    site.disconnect()
    await register(site.url, { userpwd: passwordField(site.admin.password) })
    expect(site.actions).toHaveLength(1)
    site.addUser({ login: 'second', role: 'administrator' })
    site.disconnect()
    await register(site.url, { user: 'second', userpwd: passwordField(site.admin.password) })
    expect(site.actions).toEqual([])
  })

  it('are deleted on request', async () => {
    site.byHand.updateCore('9.9')
    expect((await call(site.url, 'delete_actions', {})).payload).toEqual({ success: 'ok' })
    expect(site.actions).toEqual([])
  })
})

describe('the activity log (second stream)', () => {
  const at = (seconds: number, micros: number) =>
    site.byHand.event({ type: 1570, context: 'user', action: 'logged-in', seconds, micros })
  const now = () => site.now()

  it('is a text without parameters and a list when there is nothing', async () => {
    expect((await stats({})).changes_logs_data).toBe('')
    expect(await events({})).toEqual([])
  })

  it('loses the leading zeros of the fraction when sent', async () => {
    at(now(), 24_437)
    expect(Object.values(await events({}))).toMatchObject([{ created_on: `${now()}.24437` }])
  })

  it('therefore hides rows from a cursor taken from it, and shows them to a cursor of one second before', async () => {
    at(now(), 24_437)
    const sent = Number((Object.values(await events({})) as { created_on: string }[])[0]!.created_on)
    at(now(), 100_000)
    expect(await events({ newer_than: sent })).toEqual([])
    expect(Object.keys(await events({ newer_than: Math.floor(sent) - 1 }))).toHaveLength(2)
  })

  it('is returned oldest first, as many rows as requested, within the limits', async () => {
    for (const second of [5, 4, 3, 2, 1]) at(now() - second, 0)
    expect(Object.keys(await events({ events_count: 2 }))).toEqual(['1', '2'])
    expect(Object.keys(await events({ newer_than: now() - 4, older_than: now() - 1 }))).toEqual(['3', '4'])
  })

  it('neither records nor sends ignored types until the setting changes', async () => {
    at(now(), 1)
    expect(await events({ ignore_sync_changes_logs: [1570] })).toEqual([])
    expect(at(now(), 2)).toBeNull()
    await events({ ignore_sync_changes_logs: -1 })
    expect(Object.keys(await events({}))).toHaveLength(1)
  })

  it('is switched off when a retention time is sent without the enabled field', async () => {
    await events({ child_logs_ttl: 3 })
    expect(at(now(), 1)).toBeNull()
    await events({ child_logs_ttl: 3, child_logs_enabled: 1 })
    expect(at(now(), 1)).not.toBeNull()
    clock.advance(4 * 86_400_000)
    expect(await events({})).toEqual([])
  })

  it('shows registrations, with half of the secret and without our address', async () => {
    const { payload } = await register(site.url, { userpwd: passwordField(site.admin.password) })
    const rows = Object.values(await events({})) as {
      log_type_id: number
      client_ip: string
      meta_data: Record<string, string>
    }[]
    expect(rows.map(({ log_type_id }) => log_type_id)).toEqual([1690, 1570])
    expect(rows[0]!.client_ip).toMatch(/^Error/)
    expect(rows[0]!.meta_data.custom_meta_name).toMatch(/_mainwp_child_user_verified_registers$/)
    expect(rows[0]!.meta_data.new_value).toContain(payload.regverify.split('-')[1])
  })

  it('starts with id 1 again after it was emptied', async () => {
    at(now(), 1)
    at(now(), 2)
    expect((await call(site.url, 'clean_up_child_logs', {})).payload).toEqual({
      success: 1,
      dbsize_activitylogs: 114_688,
    })
    at(now(), 3)
    expect(Object.keys(await events({}))).toEqual(['1'])
  })
})
