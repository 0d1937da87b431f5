import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { sessionOfAdministrator, uploadFile, writtenFile } from '../testing/moving-fleet.ts'

const people = setUpService()
const fixture = Object.assign(people, callers(people))
const { rest } = fixture
const records = Array.from({ length: 300 }, (_, id) => ({
  table: 'wp',
  row: {
    id: String(id + 1),
    name: `Site ${id}`,
    url: `https://s${id}.example`,
    adminname: 'admin',
    note: 'x'.repeat(400),
  },
}))
const stored = async () =>
  (await fixture.service.db.pool.query('select count(*)::int as count from move_in_records')).rows[0].count

describe('add-export-part', () => {
  it('reads a file in parts, and a part that is sent again once', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const { script_id, file } = await writtenFile(fixture, headers, records)
    const [first, ...others] = file.trimEnd().split('\n')
    const send = (part: number, lines: string) => rest('POST /move-in/imports', { script_id, part, lines }, headers)
    expect((await send(0, `${first}\n`)).body.data).toMatchObject({ next_part: 1, complete: false })
    expect((await send(0, `${first}\n`)).body.data).toMatchObject({ next_part: 1, complete: false })
    expect((await send(2, `${others.join('\n')}\n`)).body.code).toBe('svc_export_file_refused')
    const early = await rest('POST /move-in/imports/1/accept', {}, headers)
    expect([404, 409]).toContain(early.status)
    expect((await send(1, `${others.join('\n')}\n`)).body.data).toMatchObject({ next_part: 2, complete: true })
    expect((await send(1, `${others.join('\n')}\n`)).body.data).toMatchObject({ next_part: 2, complete: true })
    expect(await stored()).toBe(300)
  })

  it('stores nothing in clear text', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const secret = {
      table: 'wp',
      row: {
        id: '1',
        name: 'One',
        url: 'https://a.example',
        adminname: 'admin',
        http_user: 'u',
        http_pass: 'planted-secret',
      },
    }
    await uploadFile(fixture, headers, await writtenFile(fixture, headers, [secret]), 100)
    const { rows } = await fixture.service.db.pool.query('select * from move_in_records, move_ins')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('planted-secret')
    expect(JSON.stringify(fixture.service.logged)).not.toContain('planted-secret')
  })

  it('refuses a damaged part and goes on with the right one', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const { script_id, file } = await writtenFile(fixture, headers, records)
    const lines = file.trimEnd().split('\n')
    const send = (part: number, text: string) =>
      rest('POST /move-in/imports', { script_id, part, lines: `${text}\n` }, headers)
    await send(0, lines.slice(0, 2).join('\n'))
    const damaged = await send(1, lines.slice(2).reverse().join('\n'))
    expect([damaged.status, damaged.body.code]).toEqual([400, 'svc_export_file_refused'])
    expect((await send(1, lines.slice(2).join('\n'))).body.data.complete).toBe(true)
    expect(await stored()).toBe(300)
  })

  it('refuses an unknown script, a file of another script, and an API key', async () => {
    const headers = await sessionOfAdministrator(fixture)
    const one = await writtenFile(fixture, headers, records.slice(0, 1))
    const two = await writtenFile(fixture, headers, records.slice(0, 1))
    expect((await uploadFile(fixture, headers, { ...one, script_id: '0'.repeat(16) })).status).toBe(404)
    expect((await uploadFile(fixture, headers, { ...one, script_id: two.script_id })).body.code).toBe(
      'svc_export_file_refused',
    )
    expect((await uploadFile(fixture, fixture.people.administrator.headers, one)).status).toBe(403)
    expect(await stored()).toBe(0)
  })
})
