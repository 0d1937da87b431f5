import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { acceptUpload, sessionOfAdministrator, uploadRecords } from '../testing/moving-fleet.ts'

const fixture = setUpServiceWithSites({ works: true })
const { rest } = fixture

it('list-moved-ids lists the old and the new id of each imported row, and which changed', async () => {
  const used = (await rest('POST /tags/add', { name: 'Here before' })).body.data.id
  const headers = await sessionOfAdministrator(fixture)
  const tag = (id: number, name: string) => ({ table: 'group', row: { id: String(id), name } })
  const site = { table: 'wp', row: { id: '40', name: 'Forty', url: 'https://forty.example', adminname: 'admin' } }
  await acceptUpload(
    fixture,
    headers,
    await uploadRecords(fixture, headers, [tag(used, 'Taken'), tag(50, 'Free'), site]),
  )
  const list = async (query: string) => (await rest(`GET /move-in/ids${query}`)).body
  const all = (await list('')).data
  expect(
    all.map(({ kind, old_id, new_id, name, kept }: Record<string, unknown>) => [kind, old_id, new_id, name, kept]),
  ).toEqual([
    ['site', 40, 40, 'Forty', true],
    ['tag', used, 51, 'Taken', false],
    ['tag', 50, 50, 'Free', true],
  ])
  expect((await list('?kept=false')).data.map(({ name }: { name: string }) => name)).toEqual(['Taken'])
  expect((await list('?kind=tag&per_page=1&page=2')).data).toMatchObject([{ old_id: 50 }])
  await rest('DELETE /tags/50/remove', { confirm: true })
  expect((await list('?kind=tag&kept=true')).data).toMatchObject([{ old_id: 50, name: null }])
})
