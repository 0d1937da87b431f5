import { describe, expect, it } from 'vitest'
import { seedSiteTags } from '../../../testing/seed-sites.ts'
import { setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(3, { works: true })
const importUsers = (payload: object, headers?: Record<string, string>) =>
  fixture.rest('POST /users/import', payload, headers)
const logins = (number: number) => fixture.sites[number - 1]!.users.map(({ login }) => login)

describe('a table of users', () => {
  it('creates users on the sites of each row, with an outcome for each', async () => {
    await fixture.ability('add-tag', { name: 'Boats' })
    await seedSiteTags(fixture.service.db, 1, [1, 2])
    fixture.sites[1]!.setFault('refuse')
    const csv = [
      'Username,E-mail,Role,Password,Select Sites,Select Groups',
      'mila,mila@example.com,author,a long secret,,Boats',
      'nils,nils@example.com,,,1;3,',
    ].join('\n')
    // The two targets of one site run one after the other; the second waits by the clock.
    const { status, body, text } = await fixture.passTime(importUsers({ csv }))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ queued: false, job_id: '1', total_created: 3, total_errors: 1 })
    expect(body.data.created).toMatchObject([
      { row: 2, username: 'mila', site_id: 1, role: 'author' },
      { row: 3, username: 'nils', site_id: 1, role: 'subscriber' },
      { row: 3, username: 'nils', site_id: 3 },
    ])
    expect(body.data.errors).toMatchObject([{ row: 2, identifier: 'mila', site_id: 2, code: 'svc_connection_failed' }])
    expect(logins(1)).toEqual(expect.arrayContaining(['mila', 'nils']))
    expect(logins(3)).toContain('nils')
    expect(text).not.toContain('a long secret')
    const { body: targets } = await fixture.rest('GET /jobs/1/targets')
    expect(JSON.stringify(targets)).not.toContain('a long secret')
  })

  it('may be a list of objects, with sites for all rows', async () => {
    const rows = [
      { username: 'mila', email: 'mila@example.com', websites: '2' },
      { username: 'nils', email: 'n@example.com' },
    ]
    expect((await importUsers({ rows, websites: [3] })).body.data).toMatchObject({ total_created: 2 })
    expect([logins(2).includes('mila'), logins(3).includes('nils'), logins(3).includes('mila')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('returns the job at once in the background', async () => {
    const rows = [{ username: 'mila', email: 'mila@example.com', websites: '2' }]
    const { body } = await importUsers({ rows, background: true })
    expect(body.data).toMatchObject({ queued: true, job_id: '1', users_queued: 1 })
    // Until the job has ended: the next test has a job with the same number.
    await expect.poll(async () => (await fixture.rest('GET /jobs/1')).body.data.status).toBe('completed')
    expect(logins(2)).toContain('mila')
  })

  it('may have no header, with the columns of the template', async () => {
    const csv_file = 'mila,mila@example.com,Mila,Mar,https://mila.example/,a long secret,0,editor,1'
    const { body } = await importUsers({ csv_file, has_header: false })
    expect(body.data.created).toMatchObject([{ row: 1, role: 'editor' }])
    expect(fixture.sites[0]!.user('mila')).toMatchObject({
      firstName: 'Mila',
      lastName: 'Mar',
      url: 'https://mila.example/',
    })
  })

  it('is refused as a whole, with a message for each invalid line', async () => {
    const csv = [
      'username,email,role,websites',
      'mila,mila@example.com,author,1',
      'nils,not-an-address,author,1',
      'olga,olga@example.com,emperor,1',
      'paul,paul@example.com,,99',
      'rosa,rosa@example.com,,',
    ].join('\n')
    const { status, body } = await importUsers({ csv })
    expect(status).toBe(400)
    expect(Object.keys(body.data.params)).toEqual([
      'line 3: email',
      'line 4: role',
      'line 5: websites',
      'line 6: websites',
    ])
    expect(logins(1)).not.toContain('mila')
  })

  it('creates the users of the valid rows and reports the others with skip_invalid', async () => {
    const rows = [
      { username: 'mila', email: 'not-an-address', websites: [1] },
      { username: 'nils', email: 'nils@example.com', websites: [1, 2] },
      { username: 'olga', email: 'olga@example.com', websites: [99] },
      { username: 'paul', email: 'paul@example.com', websites: [3] },
    ]
    const planned = (await importUsers({ rows, skip_invalid: true, dry_run: true })).body.data
    expect(planned).toMatchObject({
      would_affect: [
        { row: 2, username: 'nils', sites: 2, action: 'add' },
        { row: 4, username: 'paul', sites: 1 },
      ],
      rejected: [
        { row: 1, problems: { email: expect.any(String) } },
        { row: 3, problems: { websites: 'names no site: 99' } },
      ],
      total_rejected: 2,
    })
    const { body } = await importUsers({ rows, skip_invalid: true, background: true })
    expect(body.data).toMatchObject({
      queued: true,
      users_queued: 3,
      rows: [
        { row: 2, targets: 2 },
        { row: 4, targets: 1 },
      ],
      rejected: [{ row: 1 }, { row: 3 }],
    })
    await expect.poll(async () => (await fixture.rest('GET /jobs/1')).body.data.status).toBe('completed')
    expect([logins(1), logins(2), logins(3)].map((site) => site.includes('nils'))).toEqual([true, true, false])
    const none = await importUsers({ rows: [rows[0]], skip_invalid: true })
    expect([none.status, Object.keys(none.body.data.params)]).toEqual([400, ['line 1: email']])
  })

  it.each([
    [{}, 'rows'],
    [{ rows: [] }, 'rows'],
    [{ csv: 'username,shoe_size\nmila,40' }, 'csv'],
    [{ csv: 'username,email' }, 'csv'],
    [{ rows: [{ username: 'mila', email: 'm@example.com', id: 1 }], websites: [1] }, 'line 1: id'],
  ])('%j is refused with a message about %s', async (payload, field) => {
    const { status, body } = await importUsers(payload)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
  })

  it('creates and stores nothing in a dry run', async () => {
    const rows = [{ username: 'mila', email: 'mila@example.com', password: 'a long secret' }]
    const { body, text } = await importUsers({ rows, websites: [1, 2], dry_run: true })
    // Ordered by address, which differs from run to run.
    const planned = (id: number) => expect.objectContaining({ row: 1, username: 'mila', site_id: id })
    expect(body.data).toMatchObject({ count: 2, would_affect: expect.arrayContaining([planned(1), planned(2)]) })
    expect(text).not.toContain('a long secret')
    expect(await fixture.service.db.selectFrom('user_orders').selectAll().execute()).toEqual([])
    expect((await importUsers({ rows, websites: [1] }, fixture.people.viewer.headers)).status).toBe(403)
  })
})
