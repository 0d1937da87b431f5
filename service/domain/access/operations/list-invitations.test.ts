import { expect, it } from 'vitest'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

const fixture = setUpMailLinks()
const list = async () => (await fixture.call('GET /access/invitations')).body

it('lists invitations with their state, without tokens', async () => {
  await fixture.call('POST /access/invitations/add', { email: 'new@example.org', role: 'administrator' })
  const { db, clock } = fixture.service
  expect(await list()).toMatchObject({ total: 1, data: [{ email: 'new@example.org', state: 'open' }] })
  expect(JSON.stringify(await list())).not.toContain('token')
  await db.updateTable('users').set({ role: 'manager' }).where('login', '=', 'ada').execute()
  const byOther = await fixture.service.app.run('list-invitations', {})
  expect(byOther.output).toMatchObject({ invitations: [{ state: 'void' }] })
  await db.updateTable('users').set({ role: 'administrator' }).where('login', '=', 'ada').execute()
  clock.advance(7 * 86_400_000)
  expect((await fixture.service.app.run('list-invitations', {})).output).toMatchObject({
    invitations: [{ state: 'expired' }],
  })
})

it('is refused to managers and viewers', async () => {
  for (const { headers } of [fixture.people.manager, fixture.people.viewer])
    expect((await fixture.call('GET /access/invitations', undefined, headers)).status).toBe(403)
})
