import { describe, expect, it } from 'vitest'
import { callers } from '../../../testing/callers.ts'
import { setUpService } from '../../../testing/people.ts'
import { upload } from '../testing/upload.ts'
import { pluginZip } from '../testing/zip-file.ts'

const fixture = setUpService()
const { rest } = callers(fixture)

describe('delete-package', () => {
  it('deletes a package and its bytes, not for a limited caller who did not upload it', async () => {
    const { body } = await upload({ rest }, pluginZip())
    const address = `DELETE /packages/${body.data.package_id}` as const
    expect((await rest(address, undefined, fixture.people.keys.limited.headers)).status).toBe(404)
    expect((await rest(address)).status).toBe(200)
    expect(await fixture.service.db.selectFrom('package_parts').select('part').execute()).toEqual([])
    expect((await rest(address)).body).toMatchObject({ code: 'svc_package_not_found' })
  })
})
