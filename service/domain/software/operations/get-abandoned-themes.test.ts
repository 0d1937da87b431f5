import { describe, expect, it } from 'vitest'
import { setUpSoftware } from '../testing/set-up-software.ts'

const fixture = setUpSoftware()
const { ability, aliased, rest } = fixture

describe('get-abandoned-themes', () => {
  it('lists only themes, with the installed version', async () => {
    const release = { on: Date.parse('2018-02-03') / 1000 }
    fixture.site.addTheme({ slug: 'dusty', name: 'Dusty', version: '1.2', release })
    fixture.site.addPlugin({ file: 'old/old.php', name: 'Old', version: '1', release })
    // The first sync only makes the site check them.
    await fixture.sync()
    await fixture.sync()
    const { body } = await ability('get-abandoned-themes')
    expect(body).toMatchObject({
      total: 1,
      items: [{ site_id: 1, slug: 'dusty', name: 'Dusty', version: '1.2', active: false, last_updated: '2018-02-03' }],
    })
    expect((await rest('GET /sites/1/themes/abandoned')).body).toMatchObject({ total: 1, site: { id: 1 } })
    expect((await rest('GET /sites/2/themes/abandoned')).body).toMatchObject({ total: 0, data: [] })
    expect((await aliased('get-abandoned-themes', { site_id: 1 })).body.themes).toHaveLength(1)
  })
})
