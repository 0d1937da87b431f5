import { beforeEach, expect, it } from 'vitest'
import { setUpVulnerabilities } from '../testing/set-up-vulnerabilities.ts'

const { fixture, rest, seed, importFile, findings } = setUpVulnerabilities()
beforeEach(seed)

it('compares all sites again', async () => {
  await importFile({ id: 'f' })
  await fixture.service.db.deleteFrom('vulnerability_findings').execute()
  expect((await rest('POST /vulnerabilities/match')).body.data).toEqual({ items: 1, found: 2 })
  expect(await findings()).toHaveLength(2)
  expect((await rest('POST /vulnerabilities/match')).body.data).toEqual({ items: 1, found: 0 })
})
