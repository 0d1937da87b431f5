import { beforeAll, expect, it } from 'vitest'
import { operations } from './catalogue.ts'
import { type Actor, systemActor } from './operation/actor.ts'
import { requirePermission } from './operation/require-permission.ts'
import { exampleInput, refuses } from './surfaces/testing/every-call.ts'
import { seedPeople } from './testing/people.ts'
import { seedFleet } from './testing/seed-fleet.ts'
import { seedSites } from './testing/seed-sites.ts'
import { startTestService, type TestService } from './testing/test-service.ts'

/**
 * A limited key gets the same answer for a row that it may not see and for one that does not exist. Each kind of row exists
 * once under the hidden id, beyond the limits of the key; nothing exists under the absent id.
 */
const hidden = 777_777
const absent = 888_888
let service: TestService
let limited: Actor

beforeAll(async () => {
  service = await startTestService()
  const { administrator, keys } = await seedPeople(service)
  await seedFleet(service.db)
  limited = {
    ...systemActor('limited'),
    kind: 'key',
    keyId: keys.limited.id,
    userId: administrator.id,
    limits: { sites: [1], tags: [2], clients: [] },
  }
  const write = async (...texts: string[]) => {
    for (const text of texts) await service.db.pool.query(text)
  }
  await write(
    `insert into clients (id, name, email, created_at, updated_at)
     values (${hidden}, 'Name${hidden}', 'info@host${hidden}.example', now(), now())`,
    `insert into tags (id, name, created_at, updated_at) values (${hidden}, 'Name${hidden}', now(), now())`,
  )
  await seedSites(service.db, 1, () => ({
    id: hidden,
    client_id: hidden,
    name: `Name${hidden}`,
    url: `https://host${hidden}.example/`,
  }))
  await write(
    `insert into site_tags (site_id, tag_id) values (${hidden}, ${hidden})`,
    `insert into costs (id, name, price, created_at, updated_at) values (${hidden}, 'Name${hidden}', 1, now(), now())`,
    `insert into cost_targets (cost_id, site_id) values (${hidden}, ${hidden})`,
    `insert into time_buckets (id, title, seconds, starts_on, created_at, updated_at)
     values (${hidden}, 'Name${hidden}', 60, '2026-11-01', now(), now())`,
    `insert into time_bucket_clients (bucket_id, client_id) values (${hidden}, ${hidden})`,
    `insert into time_tasks (id, title, client_id, timer_mode, date, created_by, created_at, updated_at)
     values (${hidden}, 'Name${hidden}', ${hidden}, 'count_up', '2026-11-01', 'ada', now(), now())`,
    `insert into monitor_incidents (id, site_id, started_at, cause_code, cause, down_count)
     values (${hidden}, ${hidden}, now(), 'timeout', 'Name${hidden}', 1)`,
    `insert into maintenance_windows (id, title, site_id, starts_at, ends_at, planned_until, created_by, created_at, updated_at)
     values (${hidden}, 'Name${hidden}', ${hidden}, now(), now() + interval '1 year', now(), 'ada', now(), now())`,
    `insert into jobs (id, kind, operation, actor, total, created_at) values (${hidden}, 'sync', 'sync-site', '{}', 1, now())`,
  )
  return () => service.close()
})

const valuesNaming = (id: number) => [
  id,
  String(id),
  [id],
  `host${id}.example`,
  [`https://host${id}.example/`],
  `info@host${id}.example`,
  `Name${id}`,
]

async function answerOf(name: string, input: object, id: number): Promise<string> {
  const answer = await service.app.run(name, input, { actor: limited }).then(
    ({ output }) => ({ output }),
    ({ code, kind, message, details }) => ({ code, kind, message, details }),
  )
  return JSON.stringify(answer).replaceAll(String(id), 'ID')
}

const isAllowed = (operation: (typeof operations)[number]) => {
  try {
    requirePermission(operation, limited)
    return operation.permission !== 'public' && operation.permission !== 'own'
  } catch {
    return false
  }
}

it('answers alike for what is beyond the limits and for what does not exist, in every field of every operation', async () => {
  const different: string[] = []
  let compared = 0
  for (const operation of operations.filter(isAllowed)) {
    const dry = operation.effect === 'read' ? {} : { dry_run: true }
    for (const field of Object.keys(operation.input.shape)) {
      for (const [index, value] of valuesNaming(hidden).entries()) {
        // Digits alone are an IP address, which the answer spells otherwise.
        const isAddress = field === 'url' && value === String(hidden)
        if (isAddress || refuses(operation, field, value)) continue
        const send = (id: number) =>
          answerOf(operation.name, { ...exampleInput(operation), ...dry, [field]: valuesNaming(id)[index] }, id)
        const [one, other] = [await send(hidden), await send(absent)]
        compared++
        if (one !== other) different.push(`${operation.name} ${field} ${JSON.stringify(value)}: ${one} / ${other}`)
      }
    }
  }
  expect(different).toEqual([])
  expect(compared).toBeGreaterThan(500)
}, 300_000)
