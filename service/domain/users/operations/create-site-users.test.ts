import { describe, expect, it } from 'vitest'
import { setUpContent } from '../../../testing/set-up-content.ts'

const fixture = setUpContent(4, { works: true })
const user = { username: 'mila', email: 'mila@example.com' }
const create = (more: object, headers?: Record<string, string>) =>
  fixture.rest('POST /users/create', { ...user, websites: [1], ...more }, headers)

describe('a new user', () => {
  it('is created on every selected site, with an outcome for each', async () => {
    const [one, two, dead] = fixture.sites
    two!.addUser({ login: 'mila', role: 'editor', email: 'other@example.com' })
    dead!.setFault('refuse')
    await fixture.set(4, { suspended_by: 'hand' })
    const { status, body } = await create({
      role: 'author',
      password: 'a long "secret"\\',
      first_name: 'Mila',
      websites: [one!.url, 2, 3, 4],
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      queued: false,
      created: [{ site_id: 1, site_url: one!.url, user_id: one!.user('mila')!.id, username: 'mila', role: 'author' }],
      total_created: 1,
      total_errors: 3,
    })
    expect(body.data.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ identifier: 2, site_id: 2, code: 'svc_already_exists' }),
        expect.objectContaining({ identifier: 3, site_id: 3, code: 'svc_connection_failed' }),
        expect.objectContaining({ identifier: 4, site_id: 4, code: 'svc_site_suspended' }),
      ]),
    )
    expect(one!.user('mila')).toMatchObject({ email: 'mila@example.com', role: 'author', firstName: 'Mila' })
    expect(one!.passwords.get('mila')).toBe('a long "secret"\\')
    expect(one!.journal[0]!.parameters).toMatchObject({ send_password: '0' })
  })

  it('that exists already is a failure, also when the job is retried', async () => {
    const [one, two] = fixture.sites
    one!.addUser({ login: 'mila', role: 'editor', email: 'mila@example.com' })
    const { status, body } = await create({})
    expect([status, body.success, body.code]).toEqual([200, 0, 'svc_already_exists'])
    expect(body.message).toBe(`0 of 1 user created. ${one!.url} already has a user with the login name mila.`)
    expect(body.errors).toMatchObject([{ site_id: 1, code: 'svc_already_exists' }])
    const both = await create({ websites: [1, 2] })
    expect(both.body).toMatchObject({ success: 1, data: { total_created: 1 } })
    expect(both.body.message).toMatch(/^1 of 2 users created\. /)
    expect(two!.user('mila')).toBeDefined()
    const jobs = async () => (await fixture.rest('GET /jobs?type=create-users')).body.data
    const [job] = await jobs()
    expect(job).toMatchObject({ outcome: 'partial', succeeded: 1, failed: 1, partial: 0 })
    await fixture.rest(`POST /jobs/${job.job_id}/retry-failed`)
    await expect.poll(async () => (await jobs())[0].completed_at).not.toBeNull()
    expect((await jobs())[0]).toMatchObject({ outcome: 'partial', succeeded: 1, failed: 1 })
  })

  it('without a password gets an e-mail from the site, and the password is not returned', async () => {
    const [site] = fixture.sites
    const { text } = await create({})
    const password = site!.passwords.get('mila')!
    expect(password.length).toBeGreaterThanOrEqual(32)
    expect(text).not.toContain(password)
    expect(site!.journal[0]!.parameters).toMatchObject({ send_password: '1' })
    expect(site!.user('mila')!.role).toBe('subscriber')
  })

  it('leaves no password in any table or log', async () => {
    const password = 'a long secret'
    await create({ password })
    const { rows: tables } = await fixture.service.db.pool.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'queue')`,
    )
    for (const { name } of tables) {
      const { rows } = await fixture.service.db.pool.query(`select t::text as row from ${name} t`)
      expect([name, JSON.stringify(rows)]).toEqual([name, expect.not.stringContaining(password)])
    }
    expect(JSON.stringify(fixture.service.logged)).not.toContain(password)
  })

  it('is returned with a warning if the site does not have the role', async () => {
    const [site] = fixture.sites
    const add = site!.addUser.bind(site)
    site!.addUser = (user) => add({ ...user, role: 'subscriber' })
    const { body } = await create({ role: 'shop_manager' })
    expect(body.data.created).toMatchObject([
      { role: 'subscriber', warning: 'The site does not have the role shop_manager and gave the user subscriber.' },
    ])
  })

  it('is created once although the answer was lost', async () => {
    const [site] = fixture.sites
    site!.setFault('http-500-after', { on: 'newuser', times: 1 })
    const { body } = await create({})
    expect(body.data.created).toMatchObject([{ user_id: site!.user('mila')!.id }])
    expect(site!.counts.newuser).toBe(1)
  })

  it('is an error if the site reports success but has no such user', async () => {
    fixture.sites[0]!.setFault('false-success', { on: 'newuser' })
    expect((await create({})).body.data.errors).toMatchObject([{ code: 'svc_not_applied' }])
  })

  it.each([
    [{ websites: [] }, 'websites'],
    [{ websites: [99] }, 'websites'],
    [{ username: '<b>' }, 'username'],
    [{ email: 'nobody' }, 'email'],
    [{ role: 'emperor' }, 'role'],
    [{ password: 'short' }, 'password'],
    [{ send_password: false }, 'password'],
    [{ user_url: 'javascript:alert(1)' }, 'user_url'],
    [{ ID: 1 }, 'ID'],
  ])('%j is refused with a message about %s', async (more, field) => {
    const { status, body } = await create(more)
    expect([status, Object.keys(body.data.params)]).toEqual([400, [field]])
    expect(fixture.sites[0]!.counts.newuser).toBeUndefined()
  })

  it('is refused for viewers, for read keys and for sites outside the limits of a key', async () => {
    expect((await create({}, fixture.people.viewer.headers)).status).toBe(403)
    expect((await create({}, fixture.people.keys.read.headers)).status).toBe(403)
    expect((await create({ websites: [2] }, fixture.people.keys.limited.headers)).body.data.params).toHaveProperty(
      'websites',
    )
  })

  it('is neither created nor stored in a dry run', async () => {
    await fixture.set(2, { suspended_by: 'hand' })
    const { body } = await create({ websites: [1, 2], dry_run: true, password: 'a long secret' })
    expect(body.data).toMatchObject({ username: 'mila', count: 1, would_affect: [{ id: 1 }] })
    expect(await fixture.service.db.selectFrom('user_orders').selectAll().execute()).toEqual([])
  })
})
