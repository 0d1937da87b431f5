import { expect, it } from 'vitest'
import { chromiumRequirement, describeIf } from '../../service/testing/requirements.ts'
import { findingsInAllModes } from '../testing/accessibility.ts'
import { setUpDashboard } from '../testing/set-up-dashboard.ts'

const fixture = setUpDashboard({ sites: 3 })

/** A program with a key for an agent, which asks with these calls. */
async function createAgent() {
  const { service, people } = fixture
  const { output } = await service.app.run('add-key', {
    ...{ user_id: people.administrator.id, scopes: ['read', 'write', 'delete'], for_agent: true },
  })
  // Of the output of add-key, the calls need the token.
  const { token } = output as { token: string }
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    service.request({
      method,
      url: `/api/v2${url}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  return {
    send,
    ask: async (name: string) => (await send('POST', '/tags/add', { name })).body.data.approval_id as number,
  }
}

const openApproval = (id: number) => fixture.open(fixture.people.administrator, `/approvals/${id}`)

describeIf(chromiumRequirement)('the page of an approval', () => {
  it('refuses a call, and the program must ask again', async () => {
    const { ask } = await createAgent()
    const id = await ask('Shop')
    const { page } = await openApproval(id)
    await page.getByText('You need a passkey to approve').waitFor()
    expect(await page.getByRole('button', { name: 'Approve with passkey' }).count()).toBe(0)
    expect(await findingsInAllModes(page)).toEqual([])
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByText(`${fixture.people.administrator.login} refused this call.`).waitFor()
    expect(await page.getByRole('button', { name: 'Refuse' }).count()).toBe(0)
    expect(await findingsInAllModes(page)).toEqual([])
    expect(await ask('Shop')).toBe(id + 1)
  })

  it('says that a request has expired, was used or is outdated, and offers no decision', async () => {
    const { db } = fixture.service
    const { ask, send } = await createAgent()
    const [expired, used] = [await ask('Expired'), await ask('Used')]
    await db
      .updateTable('approvals')
      .set({ expires_at: new Date(0) })
      .where('id', '=', expired)
      .execute()
    const sent = { state: 'used', decided_by: 'ada', decided_at: new Date(), used_at: new Date() } as const
    await db.updateTable('approvals').set(sent).where('id', '=', used).execute()
    await fixture.service.app.run('add-tag', { name: 'Old' })
    const remove = async () => (await send('DELETE', '/tags/1/remove')).body.data.approval_id as number
    const outdated = await remove()
    await fixture.service.app.run('update-tag', { tag_id: 1, name: 'New' })
    expect(await remove()).toBe(outdated + 1)
    const { page } = await openApproval(expired)
    for (const [id, text] of [
      [expired, 'The request expired before it was decided or used.'],
      [used, 'ada approved this call, and the key has sent it.'],
      [outdated, 'The data has changed, and the call would now do something else.'],
    ] as const) {
      await page.goto(`/approvals/${id}`)
      await page.getByText(text).waitFor()
      expect(await page.getByRole('button', { name: /Approve|Refuse/ }).count()).toBe(0)
    }
    await page.goto('/approvals?show=all')
    for (const state of ['Expired', 'Approved and sent', 'Outdated', 'Waiting'])
      await page.getByRole('cell', { name: state, exact: true }).first().waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
  })

  it('shows the action on many sites, its options and every site', async () => {
    const { send } = await createAgent()
    const options = { notes: 'Call first.' }
    const plan = await send('POST', '/bulk/plans', { action: 'write-notes', options, all_sites: true })
    const { body } = await send('POST', `/bulk/plans/${plan.body.data.plan_id}/run`, {})
    const { page } = await openApproval(body.data.approval_id)
    await page.getByText('notes: “Call first.”').waitFor()
    await page.getByText('write-notes', { exact: true }).waitFor()
    for (const { url } of fixture.sites) await page.getByText(url).first().waitFor()
    expect(await findingsInAllModes(page)).toEqual([])
  })
})
