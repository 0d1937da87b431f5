import { beforeEach } from 'vitest'
import { type Callers, callers } from '../../../testing/callers.ts'
import { type People, setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'
import type { TestService } from '../../../testing/test-service.ts'
import { currentActor } from '../../access/index.ts'
import { type NewEvent, publishEvents } from '../../events/index.ts'
import { createFindOwner } from '../channels/channel-owner.ts'
import type { ServiceName } from '../channels/services.ts'
import { type ChannelReceiver, openChannelReceiver, type ReceiverAnswer } from '../channels/testing/receiver.ts'
import { composeChannelMessages } from '../rules/compose-channel-messages.ts'
import { routeEvents } from '../rules/route-events.ts'
import { sendChannelMessages } from '../rules/send-channel-messages.ts'

export interface OpenedChannel extends ChannelReceiver {
  id: number
  ruleId: number
  /** The titles that arrived. */
  titles(): string[]
}

export interface ChannelFixture extends Callers {
  service: TestService
  people: People
  /** A channel to a real receiver with a rule for all events; `rule` changes the rule. */
  openChannel(
    rule?: object,
    options?: { service?: ServiceName; answers?: ReceiverAnswer[]; headers?: Record<string, string> },
  ): Promise<OpenedChannel>
  publish(...events: NewEvent[]): Promise<void>
  down(siteId: number, address?: string): Promise<void>
  up(siteId: number, address?: string): Promise<void>
  /** Advances the clock by this many seconds, then compares, composes and sends as a worker does. */
  pass(seconds: number): Promise<void>
}

const publicUrl = 'https://flotilla.example'
const accepted: ReceiverAnswer = { status: 200, body: { ok: true } }

/** Five sites on different addresses; channels are added by the tests. */
export function setUpChannels(): ChannelFixture {
  const fixture = setUpService() as ChannelFixture
  Object.assign(fixture, callers(fixture))

  fixture.openChannel = async (rule = {}, { service = 'slack', answers = [accepted], headers } = {}) => {
    const receiver = await openChannelReceiver(...answers)
    const targets: Partial<Record<ServiceName, object>> = {
      pagerduty: { routing_key: 'R0123456789abcdefghijklmnopqrstu', server: receiver.url },
    }
    const target = targets[service] ?? { url: receiver.url }
    const added = await fixture.rest('POST /notifications/channels', { service, target, with_rule: false }, headers)
    const { id } = added.body.data
    const made = await fixture.rest('POST /notifications/rules', { name: 'All', channel_id: id, ...rule }, headers)
    await fixture.pass(0)
    const titles = () =>
      receiver.calls.map(({ body }) => (body.text ?? body.payload?.summary ?? '').replace(/^\p{So} /u, ''))
    return { ...receiver, id, ruleId: made.body.data.id, titles }
  }
  fixture.publish = (...events) => publishEvents(fixture.service.db, events, fixture.service.clock.now())
  const began_at = '2026-11-15T09:00:00Z'
  const data = (siteId: number, address: string) => ({
    ...{ incident_id: siteId, address, cause_code: 'http', cause: 'The site answered 503.', began_at },
  })
  fixture.down = (siteId, address = `203.0.113.${siteId}`) =>
    fixture.publish({ type: 'monitor.down', siteId, data: data(siteId, address) })
  fixture.up = (siteId, address = `203.0.113.${siteId}`) =>
    fixture.publish({ type: 'monitor.up', siteId, data: { ...data(siteId, address), ended_at: began_at } })
  fixture.pass = async (seconds) => {
    const { app, clock } = fixture.service
    clock.advance(seconds * 1000)
    const { context } = app
    const findOwner = createFindOwner((actor) => currentActor(context, actor))
    const parts = { ...context, publicUrl, findOwner }
    await routeEvents(parts)
    await composeChannelMessages(parts)
    await sendChannelMessages(parts)
  }
  beforeEach(async () => {
    await seedSites(fixture.service.db, 5)
  })
  return fixture
}
