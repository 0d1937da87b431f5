import { expect, it } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import type { FileAnswer } from '../../../operation/answers.ts'
import { readCsv } from '../../../platform/csv.ts'
import { callers } from '../../../testing/callers.ts'
import { exportRequirement, withExport } from '../../../testing/open-export.ts'
import { setUpService, signInAs } from '../../../testing/people.ts'
import { describeIf } from '../../../testing/requirements.ts'
import { erasedClient, erasedSites, seedClientData, tracesOfOthers } from '../testing/seed-client-data.ts'

const people = setUpService()
const fixture = Object.assign(people, callers(people))
const { rest } = fixture
const session = async () => (await signInAs(fixture.service, fixture.people.administrator)).headers
const address = `POST /clients/${erasedClient}/data/export`
const archive = async () => {
  const input = { client_id_or_email: erasedClient }
  const { output } = await fixture.service.app.run('export-client-data', input, { actor: systemActor() })
  const parts: Buffer[] = []
  for await (const part of (output as FileAnswer).content as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

describeIf(exportRequirement)('the archive of a client', () => {
  it('has everything about the client, nothing about others, and an index with the number of rows', async () => {
    await seedClientData(fixture.service.db, fixture.service.clock.now())
    await withExport(await archive(), async ({ rows, read, paths }) => {
      expect(await rows('clients')).toMatchObject([{ id: erasedClient, name: 'client-2-mark' }])
      expect((await rows('sites')).map(({ id }) => id)).toEqual(erasedSites)
      const sizes = Object.fromEntries(
        await Promise.all(
          paths
            .filter((path) => path.endsWith('.jsonl'))
            .map(async (path) => {
              const table = path.slice('jsonl/'.length, -'.jsonl'.length)
              return [table, (await rows(table)).length] as const
            }),
        ),
      )
      expect(sizes).toMatchObject({
        ...{
          client_field_values: 1,
          costs: 3,
          time_tasks: 2,
          time_entries: 2,
          report_deliveries: 1,
          update_history: 2,
        },
        ...{ events: 3, channel_messages: 2, webhook_deliveries: 2, monitor_incidents: 2, incident_entries: 2 },
        ...{ job_targets: 2, site_changes: 2, audit_lines: 1, views: 1, domains: 2, perf_audits: 2 },
      })
      const { header, rows: cells } = readCsv(await read('csv/update_history.csv'))
      expect(cells.map((row) => row.cells[header.indexOf('site_name')])).toEqual(['site-1-mark', 'site-4-mark'])
      const index = await read('INDEX.txt')
      expect(index).toContain(`Data of the client client-2-mark (id ${erasedClient}, client2@example.com)`)
      expect(index).toMatch(/Update history +2 {2}jsonl\/update_history\.jsonl/)
      expect(paths.at(-1)).toBe('INDEX.txt')
      const all = (await Promise.all(paths.map(read))).join('\n')
      for (const trace of tracesOfOthers) expect(all).not.toContain(trace)
    })
  })
})

it('needs an administrator with a fresh session and without limits, and leaves an audit line', async () => {
  const { service, people } = fixture
  await seedClientData(service.db, service.clock.now())
  expect((await rest(address, {})).body.code).toBe('svc_permission_denied')
  expect((await rest(address, {}, (await signInAs(service, people.manager)).headers)).status).toBe(403)
  const headers = await session()
  expect((await rest(`${address}?dry_run=true`, {}, headers)).body.data.would_affect).toContainEqual({
    table: 'sites',
    label: 'Sites, with notes',
    rows: 2,
  })
  expect((await rest('POST /clients/9/data/export', {}, headers)).status).toBe(404)
  service.clock.advance(11 * 60_000)
  expect((await rest(address, {}, headers)).body.code).toBe('svc_identity_confirmation_required')
  await service.db
    .updateTable('users')
    .set({ site_ids: [1] })
    .where('login', '=', 'ada')
    .execute()
  expect((await rest(address, {}, await session())).status).not.toBe(200)
  const lines = await service.db
    .selectFrom('audit_lines')
    .select(['outcome'])
    .where('operation', '=', 'export-client-data')
    .execute()
  expect(lines.length).toBeGreaterThan(0)
})
