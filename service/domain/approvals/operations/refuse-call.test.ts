import { expect, it } from 'vitest'
import { approvalCalls } from '../../../testing/approval-calls.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()
const { createAgent, createApprover, approve, refuse } = approvalCalls(fixture)
const { rest } = callers(fixture)

it('ends a request, also one that is approved, and is not for keys', async () => {
  const agent = await createAgent()
  const approver = await createApprover()
  const ask = async (name: string) => (await rest('POST /tags/add', { name }, agent.headers)).body.data.approval_id
  const [one, other] = [await ask('One'), await ask('Other')]
  expect((await refuse(one, agent.headers)).status).toBe(403)
  expect((await refuse(one, approver.session.headers)).body.data).toMatchObject({ state: 'refused', decided_by: 'ada' })
  expect((await approve(one, approver)).body.code).toBe('svc_approval_ended')
  await approve(other, approver)
  await refuse(other, approver.session.headers)
  expect(await ask('Other')).toBe(other + 1)
  expect((await refuse(one, approver.session.headers)).body.code).toBe('svc_approval_ended')
})
