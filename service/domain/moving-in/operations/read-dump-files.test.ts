import { expect, it } from 'vitest'
import { systemActor } from '../../../operation/actor.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { writePhpMyAdmin } from '../testing/dump-file.ts'
import { sessionOfAdministrator } from '../testing/moving-fleet.ts'

const fixture = setUpServiceWithSites()

it('read-dump-files reads the stored files again after an interruption and stores each row once', async () => {
  const headers = await sessionOfAdministrator(fixture)
  const dump = writePhpMyAdmin({
    tables: { wp: [{ id: 1, name: 'A', url: 'https://a.example', adminname: 'admin' }] },
    options: {},
  })
  const part = {
    upload_id: 'cd'.repeat(8),
    file: 'dump',
    part: 0,
    content: Buffer.from(dump).toString('base64'),
    last: true,
  }
  const { move_in_id } = (await fixture.rest('POST /move-in/dumps', part, headers)).body.data
  const { pool } = fixture.service.db
  // Records of a reading that another process did not finish.
  await pool.query(
    `insert into move_in_records (move_in_id, kind, old_id, label, content) values (${move_in_id}, 'site', 9, 'Old', '')`,
  )
  const read = () => fixture.service.app.run('read-dump-files', { move_in_id }, { actor: systemActor() })
  expect((await read()).output).toEqual({ move_in_id, sites: 1, key_files: 0 })
  expect((await pool.query('select kind, old_id::int from move_in_records')).rows).toEqual([
    { kind: 'site', old_id: 1 },
  ])
  expect((await pool.query('select count(*)::int from move_in_dump_parts')).rows).toEqual([{ count: 0 }])
})
