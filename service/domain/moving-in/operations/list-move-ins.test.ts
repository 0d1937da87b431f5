import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { sessionOfAdministrator, uploadFile, uploadRecords, writtenFile } from '../testing/moving-fleet.ts'

const people = setUpService()
const fixture = Object.assign(people, callers(people))
const { rest } = fixture
const records = [{ table: 'group', row: { id: '1', name: 'A' } }]

it('list-move-ins shows how far each upload is, newest first, and until when it can be completed', async () => {
  const headers = await sessionOfAdministrator(fixture)
  const complete = await uploadRecords(fixture, headers, records)
  const { script_id, file } = await writtenFile(fixture, headers, records)
  const begun = (await uploadFile(fixture, headers, { script_id, file: file.split('\n').slice(0, 1).join('\n') })).body
  const { body } = await rest('GET /move-in/imports')
  const common = { job_id: null, created_by: 'ada', created_at: expect.any(String), expires_at: expect.any(String) }
  expect(body.data).toEqual([
    { ...common, move_in_id: begun.data.move_in_id, state: 'receiving', script_id, next_part: 1, source: '' },
    {
      ...{ ...common, move_in_id: complete, state: 'received', script_id: expect.any(String) },
      ...{ next_part: expect.any(Number), source: 'https://old.example/wp-admin/' },
    },
  ])
  expect((await rest('GET /move-in/imports', undefined, fixture.people.manager.headers)).status).toBe(403)
})

it('list-move-ins shows that the script of an upload was deleted', async () => {
  const headers = await sessionOfAdministrator(fixture)
  await uploadRecords(fixture, headers, records)
  const [{ script_id }] = (await rest('GET /move-in/imports')).body.data
  await rest(`DELETE /move-in/scripts/${script_id}`, { confirm: true }, headers)
  expect((await rest('GET /move-in/imports')).body.data).toMatchObject([{ script_id, expires_at: null }])
})

it('list-move-ins shows that a dump, which has no script, can still be completed', async () => {
  const headers = await sessionOfAdministrator(fixture)
  const part = { upload_id: '0123456789abcdef', file: 'dump', part: 0, content: 'AAAA', last: false }
  expect((await rest('POST /move-in/dumps', part, headers)).status).toBe(200)
  expect((await rest('GET /move-in/imports')).body.data).toMatchObject([
    { script_id: 'dump-0123456789abcdef', state: 'receiving', expires_at: expect.any(String) },
  ])
})
