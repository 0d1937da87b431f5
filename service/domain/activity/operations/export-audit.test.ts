import { expect, it } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import type { FileAnswer } from '../../../operation/answers.ts'
import { readCsv } from '../../../platform/csv.ts'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { seedSites } from '../../../testing/seed-sites.ts'

const fixture = setUpService()
const { rest, ability } = callers(fixture)

const get = (query = '', headers = fixture.people.administrator.headers) =>
  fixture.service.request({ url: `/api/v2/audit/export${query}`, headers })

it('is a table with the filters of the list', async () => {
  await seedSites(fixture.service.db, 1)
  await ability('suspend-site', { site_id_or_domain: 1 })
  await ability('suspend-site', { site_id_or_domain: 99 }, fixture.people.manager.headers)
  const { header, rows } = readCsv((await get()).text)
  const site = await fixture.service.db.selectFrom('sites').select('name').executeTakeFirstOrThrow()
  expect(rows.map(({ cells }) => Object.fromEntries(header.map((name, index) => [name, cells[index]])))).toMatchObject([
    { result: 'refused', outcome: 'svc_site_not_found', kind: 'sites', by: expect.stringMatching(/^mary/), sites: '' },
    { result: 'done', operation: 'suspend-site', time: '2026-11-15T09:00:00.000Z', sites: site.name },
  ])
  expect(readCsv((await get('?result=done')).text).rows).toHaveLength(1)
  expect(readCsv((await get('?site_id=1')).text).rows).toHaveLength(1)
  expect((await get('', fixture.people.manager.headers)).status).toBe(403)
})

it('has no cell that a spreadsheet runs', async () => {
  await seedSites(fixture.service.db, 1)
  await fixture.service.db.updateTable('sites').set({ name: '=HYPERLINK("http://evil.example")' }).execute()
  await rest('POST /access/sessions', { login: '=1+1', password: 'x' }, {})
  await ability('suspend-site', { site_id_or_domain: 1 })
  const { text } = await get()
  expect(text).toContain(`"'=HYPERLINK(`)
  expect(text).not.toMatch(/(^|,)"?[=+@-]/m)
})

it('is written in parts, each when the caller is ready for it', async () => {
  await fixture.service.db.pool.query(
    `insert into audit_lines (at, actor_kind, actor_name, request_id, operation, subject, outcome, seal)
     select date_trunc('second', now()), 'user', 'ada', 'r', 'suspend-site', '{}', 'ok', n::text from generate_series(1, 1600) n`,
  )
  const { output } = await fixture.service.app.run('export-audit', {}, { actor: systemActor() })
  const parts: string[] = []
  for await (const part of (output as FileAnswer).content as AsyncIterable<string>) parts.push(part)
  expect(parts.map((part) => part.split('\r\n').length - 1)).toEqual([501, 500, 500, 100])
  expect(new Set(readCsv(parts.join('')).rows.map(({ cells }) => cells.at(-1))).size).toBe(1600)
})
