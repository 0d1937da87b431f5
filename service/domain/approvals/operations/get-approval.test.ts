import { expect, it } from 'vitest'
import { approvalCalls } from '../../../testing/approval-calls.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { requestDigestOf } from '../approval-request.ts'

const fixture = setUpService()
const { createAgent, createApprover, approval } = approvalCalls(fixture)
const { rest } = callers(fixture)

it('returns the bytes that are signed, and options for the passkey of a person', async () => {
  const agent = await createAgent()
  const asked = await rest('POST /tags/add', { name: 'Shop' }, agent.headers)
  const { approval_id: id } = asked.body.data
  const approver = await createApprover()
  const { data } = (await approval(id, approver.session.headers)).body
  expect(requestDigestOf(data.request)).toBe(data.digest)
  expect(data.options).toMatchObject({ challenge: data.digest, userVerification: 'required', rpId: 'localhost' })
  expect(data.options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([approver.passkey.id])
  expect(data).toMatchObject({ state: 'pending', count: 1, by: `ada (key ${agent.id}, agent)`, decided_by: null })
  expect((await approval(id, agent.headers)).body.data.options).toBe(null)
  expect((await approval(99, agent.headers)).status).toBe(404)
})
