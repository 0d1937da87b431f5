import { beforeEach, expect, it } from 'vitest'
import { setUpChannels } from '../testing/set-up-channels.ts'

const fixture = setUpChannels()
const preview = async (payload: object) => (await fixture.rest('POST /notifications/rules/preview', payload)).body.data
const titles = ({ messages }: { messages: { title: string }[] }) => messages.map(({ title }) => title)
const hour = 3_600_000

/** A short outage, an outage of two sites on one host, and poor health, over some hours. */
beforeEach(async () => {
  const { clock } = fixture.service
  await fixture.down(1)
  clock.advance(60_000)
  await fixture.up(1)
  clock.advance(hour)
  for (const id of [2, 3]) await fixture.down(id, '203.0.113.77')
  clock.advance(hour)
  for (const id of [2, 3]) await fixture.up(id, '203.0.113.77')
  await fixture.publish({ type: 'health.poor', siteId: 4, data: { score: 20 } })
  clock.advance(hour)
  await fixture.pass(0)
})

it('lists what would have been sent, newest first, and sends nothing', async () => {
  const all = await preview({})
  expect(titles(all)).toEqual([
    'Site 4 is in poor health',
    '2 sites are up again',
    '2 sites are down',
    'Site 1 is up again',
  ])
  expect(all).toMatchObject({ total: 4, events_checked: 7, complete: true })
  expect((await fixture.rest('GET /notifications/channel-messages')).body.total).toBe(0)
})

it('applies the delay, the severity and the digest of the rule', async () => {
  expect(titles(await preview({ types: ['monitor.down'], delay_minutes: 3 }))).toEqual([
    '2 sites are up again',
    '2 sites are down',
  ])
  expect(titles(await preview({ types: ['monitor.down'], delay_minutes: 3, send_recovery: false }))).toEqual([
    '2 sites are down',
  ])
  expect(await preview({ digest: 'daily' })).toMatchObject({ total: 1, messages: [{ at: '2026-11-16T07:00:00Z' }] })
})

it('covers the last seven days at most', async () => {
  fixture.service.clock.advance(8 * 24 * hour)
  expect(await preview({})).toMatchObject({ total: 0, events_checked: 0 })
})
