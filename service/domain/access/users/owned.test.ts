import { expect, it } from 'vitest'
import { setUpService } from '../../../testing/people.ts'

const fixture = setUpService()

/** Every table that refers to a user, and what happens when the user is disabled or deleted. */
const tables: Record<string, string> = {
  api_keys: 'handed over; keys of a disabled user do not work',
  invitations: 'handed over; void while the inviter is disabled',
  notification_channels: 'handed over; they send nothing while the owner is disabled',
  application_passwords: 'deleted',
  sessions: 'deleted',
  known_devices: 'deleted',
  password_resets: 'deleted',
  sign_in_challenges: 'deleted',
  totp_factors: 'of the person',
  recovery_codes: 'of the person',
  passkeys: 'of the person',
  passkey_challenges: 'of the person',
  key_logins: 'deleted',
  oidc_identities: 'of the person',
  oidc_logins: 'of the person',
  dismissed_messages: 'of the person',
  inbox_assignments: 'deleted: the items have no assignee then',
  inbox_snoozes: 'of the person',
  incident_handling: 'stays, without the assignment',
  time_entries: 'stay, with the name of the person',
  vulnerability_acceptances: 'stay, with the name of the person',
  views: 'deleted; shared ones stay without an owner',
  user_preferences: 'of the person',
}

it('no schedule of reports belongs to a user, so that schedules go on when the user leaves; other tables have a decision', async () => {
  const { rows } = await fixture.service.db.pool.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(tables).toSorted())
})

it('schedules of reports stay when the user who set them is disabled or deleted', async () => {
  const { service, people } = fixture
  const { administrator, manager } = people
  const send = (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object, headers = administrator.headers) =>
    service.request({ method, url: `/api/v2${url}`, headers, ...(payload && { payload }) })
  await service.db.pool.query(
    `insert into clients (name, email, created_at, updated_at) values ('a', 'a@example.com', now(), now())`,
  )
  const schedule = { active: true, day_of_month: 1 }
  const url = '/clients/1/report/schedule'
  const set = await send('PUT', url, schedule, manager.headers)
  expect([set.status, set.text]).toEqual([200, expect.any(String)])
  for (const [method, path, payload] of [
    ['PUT', `/access/users/${manager.id}/edit`, { disabled: true }],
    ['DELETE', `/access/users/${manager.id}/remove`, undefined],
  ] as const) {
    expect((await send(method, path, payload)).status).toBe(200)
    expect((await send('GET', url)).body.data).toMatchObject(schedule)
  }
})
