import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { setUpMailLinks } from '../../../testing/set-up-mail-links.ts'

describe('a table of users', () => {
  const fixture = setUpMailLinks()
  const send = (payload: object, headers?: Record<string, string>) =>
    fixture.call('POST /access/users/import', payload, headers)
  const table = [
    'E-Mail,Full name,Role,Clients,Password',
    'mila@agency.example,Mila Weber,viewer,Harbour,secret',
    'nils@agency.example,Nils,Manager,,',
    'MILA@agency.example,Mila again,viewer,,',
    'not an address,Otherwise,viewer,,',
    'otto@agency.example,Otto,pilot,,',
    'pia@agency.example,Pia,viewer,Unknown client,',
  ].join('\n')

  it('invites the valid rows with role and limits, as planned, and reports the others', async () => {
    await fixture.call('POST /clients/add', { name: 'Harbour' })
    const planned = await send({ csv: table, dry_run: true })
    expect(planned.body.data).toMatchObject({
      would_affect: [
        { row: 1, email: 'mila@agency.example', role: 'viewer', action: 'add' },
        { row: 2, email: 'nils@agency.example', role: 'manager', action: 'add' },
      ],
      skipped: [{ row: 3 }],
      rejected: [
        { row: 4, problems: { email: expect.any(String) } },
        { row: 5, problems: { role: expect.stringContaining('administrator, manager, viewer') } },
        { row: 6, problems: { clients: expect.stringContaining('Unknown client') } },
      ],
    })
    expect(fixture.mailbox.received).toEqual([])
    const { status, body } = await send({ csv: table })
    expect([status, body.data.invited, body.data.total]).toEqual([200, 2, 6])
    expect(body.data.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['created', 'created', 'skipped', 'failed', 'failed', 'failed'],
    ])
    expect(fixture.mailbox.received.map(({ to }) => to)).toEqual([['mila@agency.example'], ['nils@agency.example']])
    const { body: invitations } = await fixture.call('GET /access/invitations')
    expect(invitations.data).toMatchObject([
      { email: 'mila@agency.example', name: 'Mila Weber', role: 'viewer', client_ids: [1] },
      { email: 'nils@agency.example', role: 'manager', client_ids: null },
    ])
  })

  it('merges with an open invitation and skips existing users', async () => {
    await send({ rows: [{ email: 'mila@agency.example' }] })
    const { administrator } = fixture.people
    await fixture.service.db
      .updateTable('users')
      .set({ email: 'ada@agency.example' })
      .where('id', '=', administrator.id)
      .execute()
    const { body } = await send({
      rows: [{ email: 'mila@agency.example', role: 'manager' }, { email: 'Ada@agency.example' }],
    })
    expect(body.data.results).toMatchObject([
      { outcome: 'merged' },
      { outcome: 'skipped', message: expect.stringContaining('ada') },
    ])
  })

  it('gives no role with more rights than that of the caller', async () => {
    const { manager, keys } = fixture.people
    const rows = [{ email: 'x@example.org', role: 'administrator' }]
    expect((await send({ rows }, manager.headers)).status).toBe(403)
    expect((await send({ rows }, keys.limited.headers)).status).toBe(403)
  })
})

describe('without mail', () => {
  const fixture = setUpService()
  it('is refused with what is missing, before anything is checked', async () => {
    const rows = [{ email: 'x@example.org' }]
    const { status, body } = await callers(fixture).rest('POST /access/users/import', { rows, dry_run: true })
    expect([status, body.code]).toEqual([409, 'svc_public_url_missing'])
  })
})
