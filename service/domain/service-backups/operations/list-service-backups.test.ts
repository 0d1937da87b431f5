import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setUpBackups } from '../testing/set-up-backups.ts'

const { fixture, paths, rest, useFolder, backUp } = setUpBackups()

it('lists deleted backups: keeps as many as the settings say, and touches no other file', async () => {
  await useFolder({ keep_count: 2, keep_days: 0 })
  await writeFile(join(paths.folder, 'notes.txt'), 'mine')
  await writeFile(join(paths.folder, 'flotilla-20260101T000000Z-7.backup'), 'of another installation')
  for (let round = 0; round < 3; round++) {
    fixture.service.clock.advance(86_400_000)
    await backUp()
  }
  expect(await readdir(paths.folder)).toHaveLength(4)
  const { data } = (await rest('GET /service-backups')).body
  expect(data.map(({ deleted_at }: { deleted_at: string | null }) => deleted_at !== null)).toEqual([false, false, true])
})
