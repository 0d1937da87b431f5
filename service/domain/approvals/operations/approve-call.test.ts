import { describe, expect, it } from 'vitest'
import { approvalCalls } from '../../../testing/approval-calls.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { requestDigestOf } from '../approval-request.ts'

const fixture = setUpService()
const { createAgent, createApprover, approve, send } = approvalCalls(fixture)
const { rest } = callers(fixture)

async function ask(more = {}) {
  const agent = await createAgent(more)
  const { body } = await rest('POST /tags/add', { name: 'Shop' }, agent.headers)
  return { agent, id: body.data.approval_id as number, digest: body.data.digest as string }
}
const stateOf = async (id: number) =>
  (await fixture.service.db.selectFrom('approvals').select('state').where('id', '=', id).executeTakeFirstOrThrow())
    .state

describe('approving a call', () => {
  it('signs the digest of the stored request and keeps the signature in the audit trail', async () => {
    const { id, digest } = await ask()
    const approver = await createApprover()
    expect((await approve(id, approver)).body.data).toMatchObject({ id, state: 'approved', operation: 'add-tag' })
    const { request } = await fixture.service.db.selectFrom('approvals').select('request').executeTakeFirstOrThrow()
    expect(requestDigestOf(request)).toBe(digest)
    expect(JSON.parse(request)).toMatchObject({ operation: 'add-tag', input: { name: 'Shop' }, plan: { count: 1 } })
    const line = await fixture.service.db
      .selectFrom('audit_lines')
      .select('subject')
      .where('operation', '=', 'approve-call')
      .executeTakeFirstOrThrow()
    expect(Object.keys(JSON.parse(line.subject))).toEqual([
      'approval_id',
      'digest',
      'credential_id',
      'authenticator_data',
      'client_data',
      'signature',
      'public_key',
    ])
  })

  it('refuses another digest, a passkey of another person, one that checks no person, and a second use', async () => {
    const { id, agent } = await ask()
    const other = (await rest('POST /tags/add', { name: 'Other' }, agent.headers)).body.data
    const approver = await createApprover()
    const colleague = await createApprover(fixture.people.manager)
    const refused = [
      await approve(id, approver, { digest: other.digest }),
      await approve(id, { ...approver, passkey: colleague.passkey }),
      await approve(id, approver, { settings: { verifiesUser: false } }),
      await approve(id, approver, { settings: { origin: 'https://evil.example' } }),
    ]
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('svc_passkey_refused'))
    expect(await stateOf(id)).toBe('pending')
    const url = `/approvals/${id}/approve`
    const answer = approver.passkey.answer({ challenge: (await ask()).digest })
    expect((await send('POST', url, { passkey: answer }, approver.session.headers)).body.code).toBe(
      'svc_passkey_refused',
    )
    expect((await send('POST', url, {}, approver.session.headers)).body.code).toBe('svc_invalid_input')
    expect((await approve(id, approver)).status).toBe(200)
    expect((await approve(id, approver)).body.code).toBe('svc_approval_ended')
  })

  it('needs a person in the dashboard who may do it', async () => {
    const { people } = fixture
    const { id, agent, digest } = await ask()
    const approver = await createApprover()
    const passkey = () => approver.passkey.answer({ challenge: digest })
    for (const headers of [agent.headers, people.administrator.headers, people.keys.full.headers])
      expect((await send('POST', `/approvals/${id}/approve`, { passkey: passkey() }, headers)).status).toBe(403)
    // Neither the owner of the key nor an administrator.
    expect((await approve(id, await createApprover(people.viewer))).body.code).toBe('svc_approval_not_found')
    // The owner of another key, who may not change anything any more.
    const owned = await ask({ userId: people.manager.id })
    await rest(`PUT /access/users/${people.manager.id}/edit`, { role: 'viewer' })
    expect((await approve(owned.id, await createApprover(people.manager))).body.code).toBe('svc_permission_denied')
    expect(await stateOf(id)).toBe('pending')
    expect((await approve(id, approver)).status).toBe(200)
  })

  it('is for the owner of the key, too, and is refused when the time is over', async () => {
    const { manager } = fixture.people
    const first = await ask({ userId: manager.id })
    const approver = await createApprover(manager)
    expect((await approve(first.id, approver)).status).toBe(200)
    const second = await ask({ userId: manager.id })
    fixture.service.clock.advance(10 * 60_000)
    expect((await approve(second.id, approver)).body.code).toBe('svc_approval_ended')
  })
})
