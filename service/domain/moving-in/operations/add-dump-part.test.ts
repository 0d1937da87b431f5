import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { sessionOfAdministrator } from '../testing/moving-fleet.ts'

const fixture = setUpServiceWithSites()
const { rest } = fixture

it('add-dump-part stores each part once and sealed, in order, and replaces a complete file', async () => {
  const headers = await sessionOfAdministrator(fixture)
  const add = async (part: number, text: string, last = false) => {
    const content = Buffer.from(text).toString('base64')
    return rest('POST /move-in/dumps', { upload_id: 'ab'.repeat(8), file: 'dump', part, content, last }, headers)
  }
  const stored = async () =>
    (await fixture.service.db.pool.query('select part, content, is_last from move_in_dump_parts order by part')).rows
  expect((await add(0, 'secret one')).body.data).toMatchObject({ next_part: 1, complete: false })
  await add(0, 'secret one')
  expect((await add(2, 'three')).body.code).toBe('svc_dump_refused')
  expect((await add(1, 'two', true)).body.data).toMatchObject({ next_part: 2, complete: true })
  const parts = await stored()
  expect(parts.map(({ part, is_last }) => [part, is_last])).toEqual([
    [0, false],
    [1, true],
  ])
  expect(JSON.stringify(parts)).not.toContain(Buffer.from('secret one').toString('base64'))
  // Another file under the same name, such as one that is not cut.
  await add(0, 'better', true)
  expect(await stored()).toMatchObject([{ part: 0, is_last: true }])
  const invalid = await rest(
    'POST /move-in/dumps',
    { upload_id: 'x', file: 'other', part: -1, content: '*', last: 1 },
    headers,
  )
  expect([invalid.status, invalid.body.code]).toEqual([400, 'svc_invalid_input'])
})

it('add-dump-part stores the newest three dumps that were not read', async () => {
  const headers = await sessionOfAdministrator(fixture)
  const part = { file: 'dump', part: 0, content: 'AAAA', last: true }
  for (const digit of ['1', '2', '3', '4', '5']) {
    const { status } = await rest('POST /move-in/dumps', { ...part, upload_id: digit.repeat(16) }, headers)
    expect(status).toBe(200)
  }
  const { rows } = await fixture.service.db.pool.query(
    'select right(script_id, 1) as digit from move_ins join move_in_dump_parts on move_in_id = id order by id',
  )
  expect(rows).toEqual([{ digit: '3' }, { digit: '4' }, { digit: '5' }])
})
