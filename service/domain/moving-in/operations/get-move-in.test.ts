import { expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { sessionOfAdministrator, uploadFile, uploadRecords, writtenFile } from '../testing/moving-fleet.ts'

const people = setUpService()
const fixture = Object.assign(people, callers(people))
const { rest } = fixture

it('get-move-in has a plan when the whole file was received, for administrators', async () => {
  const headers = await sessionOfAdministrator(fixture)
  const { script_id, file } = await writtenFile(fixture, headers, [{ table: 'group', row: { id: '1', name: 'A' } }])
  const started = await uploadFile(fixture, headers, { script_id, file: file.split('\n').slice(0, 1).join('\n') })
  const incomplete = await rest(`GET /move-in/imports/${started.body.data.move_in_id}`)
  expect(incomplete.body.data).toMatchObject({ state: 'receiving', plan: null, job_id: null, created_by: 'ada' })
  const id = await uploadRecords(fixture, headers, [{ table: 'group', row: { id: '1', name: 'A' } }])
  const { body } = await rest(`GET /move-in/imports/${id}`)
  expect(body.data).toMatchObject({ state: 'received', source: 'https://old.example/wp-admin/' })
  expect(body.data.plan.tags).toEqual({ create: 1, merge: 0, skip: 0, ids_kept: 1 })
  expect((await rest('GET /move-in/imports/999')).status).toBe(404)
  expect((await rest(`GET /move-in/imports/${id}`, undefined, fixture.people.manager.headers)).status).toBe(403)
})
