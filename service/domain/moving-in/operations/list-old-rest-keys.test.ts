import { expect, it } from 'vitest'
import { setUpServiceWithSites } from '../../../testing/set-up-service-with-sites.ts'
import { acceptUpload, sessionOfAdministrator, uploadRecords } from '../testing/moving-fleet.ts'

const fixture = setUpServiceWithSites({ works: true })
const { rest } = fixture

it('list-old-rest-keys lists the enabled keys of the other dashboard, also after the import', async () => {
  const headers = await sessionOfAdministrator(fixture)
  const key = (key_id: number, more: object) => ({
    table: 'api_keys',
    row: { key_id: String(key_id), description: '', enabled: '1', permissions: 'read', ...more },
  })
  const records = [
    key(1, { description: 'Backup script', truncated_key: 'f3c9a1b' }),
    key(2, { truncated_key: '0000000' }),
    key(3, { description: 'Off', enabled: '0' }),
  ]
  await acceptUpload(fixture, headers, await uploadRecords(fixture, headers, records))
  const listed = (await rest('GET /move-in/rest-keys')).body.data
  expect(
    listed.map(({ description, key_ending, permissions }: Record<string, string>) => [
      description,
      key_ending,
      permissions,
    ]),
  ).toEqual([
    ['Backup script', 'f3c9a1b', 'read'],
    ['Without a description', '0000000', 'read'],
  ])
  expect((await rest('GET /move-in/rest-keys?source=https%3A%2F%2Fother')).body.data).toEqual([])
})
