import { expect, it } from 'vitest'
import { sharedKeySource } from '../../../platform/connector/key-source.ts'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { importChildren, sessionOfAdministrator } from '../testing/moving-fleet.ts'

const fixture = setUpServiceWithSites({ works: true })
const { rest } = fixture

it('list-moved-sites lists imported sites by state, tag and dashboard; a new key by any way counts as taken over', async () => {
  const headers = await sessionOfAdministrator(fixture)
  const children = await importChildren(fixture, headers, await sharedKeySource(1).take(), [4, 5, null])
  await fixture.connected()
  const list = async (query: string) => (await rest(`GET /move-in/sites${query}`)).body
  const idsOf = async (query: string) => (await list(query)).data.map(({ site_id }: { site_id: number }) => site_id)
  expect((await list('')).data[0]).toEqual({
    ...{ site_id: 11, name: 'Site 11', url: children[0]!.url, status: 'connected' },
    ...{ source: 'https://old.example/wp-admin/', old_id: 11, state: 'shared' },
    ...{ moved_at: expect.any(String), tried_at: null, error: null },
  })
  expect(await idsOf('?tag_id=5')).toEqual([12])
  expect(await idsOf('?source=https%3A%2F%2Fother.example')).toEqual([])
  expect(await idsOf('?per_page=2&page=2')).toEqual([13])
  // For example by a reconnection with the password.
  await fixture.service.db.updateTable('sites').set({ public_key: 'another' }).where('id', '=', 12).execute()
  expect([await idsOf('?state=taken_over'), await idsOf('?state=shared')]).toEqual([[12], [11, 13]])
  const viewer = await rest('GET /move-in/sites', undefined, fixture.people.viewer.headers)
  expect(viewer.status).toBe(403)
})
