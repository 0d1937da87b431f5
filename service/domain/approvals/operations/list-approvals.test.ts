import { expect, it } from 'vitest'
import { approvalCalls } from '../../../testing/approval-calls.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { publishedEvents } from '../../../testing/published-events.ts'

const fixture = setUpService()
const { createAgent, createApprover, refuse, send } = approvalCalls(fixture)
const { rest } = callers(fixture)

it('shows a key its own, a person those of its keys, an administrator all; and asks in the inbox and with an event', async () => {
  const { manager, viewer } = fixture.people
  const [first, second] = [await createAgent(), await createAgent({ userId: manager.id, description: 'robot' })]
  await rest('POST /tags/add', { name: 'One' }, first.headers)
  await rest('POST /tags/add', { name: 'Two' }, second.headers)
  const administrator = await createApprover()
  const owner = await createApprover(manager)
  const stranger = await createApprover(viewer)
  const list = async (headers: Record<string, string>, query = '') =>
    (await send('GET', `/approvals${query}`, undefined, headers)).body.data.map(({ id }: { id: number }) => id)
  expect(await list(first.headers)).toEqual([1])
  expect(await list(second.headers)).toEqual([2])
  expect(await list(administrator.session.headers)).toEqual([2, 1])
  expect(await list(owner.session.headers)).toEqual([2])
  expect(await list(stranger.session.headers)).toEqual([])
  expect((await send('GET', '/approvals/1', undefined, owner.session.headers)).body.code).toBe('svc_approval_not_found')
  const inbox = await send('GET', '/inbox', undefined, owner.session.headers)
  expect(JSON.stringify(inbox.body)).toContain('A program asks: Add tag')
  expect(await publishedEvents(fixture.service.db)).toContain('approval.requested approval:2')
  await refuse(2, owner.session.headers)
  expect(await list(administrator.session.headers, '?pending=true')).toEqual([1])
  fixture.service.clock.advance(600_000)
  expect(await list(administrator.session.headers, '?pending=true')).toEqual([])
})
