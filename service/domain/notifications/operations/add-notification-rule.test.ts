import { beforeEach, describe, expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()
const add = (payload: object) => fixture.rest('POST /notifications/rules', { name: 'Night', channel_id: 1, ...payload })
beforeEach(async () => {
  const target = { to: 'ops@example.com' }
  await fixture.rest('POST /notifications/channels', { service: 'email', target, with_rule: false })
})

it('adds a rule with defaults for what is not sent', async () => {
  const quiet_hours = { from: '22:00', to: '07:00', except_critical: true }
  expect((await add({ types: ['monitor.down'], quiet_hours })).body.data).toMatchObject({
    ...{
      id: 1,
      name: 'Night',
      channel_id: 1,
      active: true,
      types: ['monitor.down'],
      min_severity: 'info',
      tag_ids: [],
    },
    ...{ quiet_hours, hours: null, delay_minutes: 0, digest: 'none', send_recovery: true, muted_until: null },
  })
})

describe('refuses', () => {
  it.each([
    ['an unknown type', { types: ['sun.set'] }, 'types[0]'],
    ['a time that does not exist', { quiet_hours: { from: '25:00', to: '07:00' } }, 'quiet_hours.from'],
    ['a negative delay', { delay_minutes: -1 }, 'delay_minutes'],
    ['half an escalation', { escalation_minutes: 5 }, 'escalation_minutes'],
    ['an escalation to the same channel', { escalation_channel_id: 1, escalation_minutes: 5 }, 'escalation_channel_id'],
    ['a tag that does not exist', { tag_ids: [77] }, 'tag_ids'],
    ['a client that does not exist', { client_ids: [77] }, 'client_ids'],
  ])('%s', async (_, payload, field) => {
    const { status, body } = await add(payload)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
  })

  it('an unknown channel', async () => {
    expect((await add({ channel_id: 9 })).body).toMatchObject({ code: 'svc_channel_not_found' })
  })
})

it('adds nothing in a dry run', async () => {
  expect((await add({ dry_run: true })).body.data).toMatchObject({ dry_run: true, count: 1 })
  expect((await fixture.rest('GET /notifications/rules')).body.total).toBe(0)
})
