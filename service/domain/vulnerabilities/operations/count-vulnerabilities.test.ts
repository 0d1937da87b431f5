import { beforeEach, expect, it } from 'vitest'
import { setUpVulnerabilities } from '../testing/set-up-vulnerabilities.ts'

const { fixture, rest, seed, importFile, findings } = setUpVulnerabilities()
beforeEach(seed)

it('counts open findings by severity, for the sites that the caller sees', async () => {
  await importFile({ id: 'f' }, { id: 'g', severity: 'Critical', to: '2.0' })
  expect(await findings()).toHaveLength(3)
  const counts = async (headers = fixture.people.administrator.headers) =>
    (await rest('GET /vulnerabilities/counts', undefined, headers)).body.data
  expect(await counts()).toMatchObject({
    ...{ open: { critical: 1, high: 2, total: 3 }, sites: 2, accepted: 0, fixed_30_days: 0 },
    knowledge: { state: 'current' },
  })
  // Sites 1 and 4.
  expect(await counts(fixture.people.keys.limited.headers)).toMatchObject({ open: { critical: 0, high: 1 }, sites: 1 })
})
