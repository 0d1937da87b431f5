import { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, readMigrations } from '../../platform/database/migrate.ts'
import { createScratchDatabase, type ScratchDatabase } from '../../testing/scratch-database.ts'
import { ChannelMessage } from './channels/channel-message.ts'

let database: ScratchDatabase
let pool: Pool
beforeAll(async () => {
  database = await createScratchDatabase()
  pool = new Pool({ connectionString: database.connectionString, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('the migration moves messages that are not sent yet and events without a message, and no others', async () => {
  const migrations = await readMigrations()
  await migrate(pool, { migrations: migrations.filter(({ name }) => name < '118') })
  await pool.query(`
    insert into sites (id, url, identity, name, admin_username, created_at, updated_at) overriding system value
      values (1, 'https://one.example/', 'one.example', 'One', 'admin', now(), now());
    insert into notification_webhooks (id, url, secret, kinds, created_at) overriding system value
      values (7, 'https://hook.example/', 'sealed', '{down,up}', now());
    insert into notification_events (id, key, kind, site_id, site_url, site_name, address, cause, happened_at, began_at, created_at, addressed_at)
      values (1, 'incident 4 begun', 'down', 1, 'https://one.example/', 'One', '203.0.113.7', 'No answer.', now(), now(), now(), now()),
        (2, 'incident 4 over', 'up', 1, 'https://one.example/', 'One', '203.0.113.7', 'No answer.', now(), now(), now(), null),
        (3, 'poor-health:1:9', 'health', 1, 'https://one.example/', 'One', 'health', '40 of 100', now(), null, now(), now());
    insert into notification_messages (id, channel, recipient, subject, body, state, attempts, due_at, created_at, mail_type)
      values (50, 'email', 'ops@example.com', 'One is down', '{"paragraphs": ["One is down."], "tables": [{"title": "Down",
          "columns": ["Site", "Reason"], "rows": [["One", "No answer."]]}]}', 'waiting', 3, now(), now(), 'uptime'),
        (51, 'email', 'ops@example.com', 'Old', '{"paragraphs": []}', 'sent', 1, now(), now(), 'uptime'),
        (52, 'webhook', '7', 'One is down', '{"text": "One is down", "events": [{"id": 1, "kind": "down"}]}', 'sending', 1, now(), now(), 'uptime');
    insert into notification_addressees (event_id, channel, recipient, message_id)
      values (1, 'email', 'ops@example.com', 50), (1, 'webhook', '7', 52), (3, 'email', 'ops@example.com', null)`)
  expect(await migrate(pool, { migrations })).toContain('118-one-notification-path')

  const messages = await database.query(`select channel_messages.*, service, shown, mail_type, webhook_id
    from channel_messages join notification_channels on notification_channels.id = channel_id order by title, service`)
  expect(messages).toMatchObject([
    {
      ...{ service: 'email', shown: 'ops@example.com', mail_type: 'uptime', title: 'One is down', attempts: 3 },
      ...{ state: 'waiting', body: { lines: ['One is down.', 'One · No answer.'] } },
    },
    { service: 'webhook', webhook_id: 7, state: 'waiting', body: { events: [{ id: 1, kind: 'down' }] } },
  ])
  for (const { id, body } of messages) {
    expect(Number(id)).toBeGreaterThan(52)
    ChannelMessage.parse(body)
  }
  const rules = await database.query('select types, send_recovery from notification_rules')
  expect(rules).toEqual([{ types: ['monitor.down'], send_recovery: true }])
  const events = await database.query('select type, data, position from events order by id')
  expect(events).toMatchObject([
    { type: 'monitor.up', position: null, data: { incident_id: 4, cause: 'No answer.', ended_at: expect.any(String) } },
    { type: 'health.poor', position: null, data: { score: 40 } },
  ])
  expect(await database.query('select position from notification_cursor')).toEqual([{ position: 0 }])
})
