import { beforeEach, expect, it } from 'vitest'
import { setUpVulnerabilities } from '../testing/set-up-vulnerabilities.ts'

const { fixture, rest, seed, importFile } = setUpVulnerabilities()
beforeEach(seed)

it('records when the first message was sent, and when no finding is open any more', async () => {
  await importFile({ id: 'f' })
  const { db, app, clock } = fixture.service
  const [record] = (await rest('GET /vulnerabilities')).body.data
  await db.pool.query(`insert into notification_channels (id, name, service, target, shown, owner_kind, created_at)
      overriding system value values (1, 'c', 'webhook', 'sealed', 'c', 'system', now());
    insert into notification_rules (id, channel_id, name, created_at) overriding system value values (1, 1, 'r', now());
    insert into channel_messages (id, channel_id, title, body, state, due_at, created_at, sent_at)
      overriding system value values (1, 1, 't', '{}', 'sent', now(), now(), '2026-11-15T09:03:00Z');
    insert into rule_matches (channel_id, rule_id, event_id, position, published_at, event, group_key, due_at, message_id, created_at)
      select 1, 1, id, id, published_at, jsonb_build_object('type', type, 'data', data), 'g', now(), 1, now()
      from events where type = 'vulnerability.found'`)
  await db.deleteFrom('vulnerability_findings').where('site_id', '=', 1).execute()
  await db.updateTable('vulnerability_findings').set({ fixed_at: clock.now(), fixed_how: 'updated' }).execute()
  expect(await app.run('settle-vulnerabilities', {})).toMatchObject({ output: { settled: 1 } })
  expect((await rest(`GET /vulnerabilities/${record.id}`)).body.data.clock).toMatchObject({
    ...{ notified_at: '2026-11-15T09:03:00Z', settled_at: '2026-11-15T09:00:00Z' },
  })
})
