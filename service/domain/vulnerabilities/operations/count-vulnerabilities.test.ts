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

it('gives metrics by severity with the age of each source, and none before a source was read', async () => {
  const { clock } = fixture.service
  const metrics = async () => {
    // They are read at most once a minute.
    clock.advance(60_000)
    const headers = fixture.people.administrator.headers
    const { text } = await fixture.service.request({ url: '/metrics', headers })
    return text.split('\n').filter((line) => line.startsWith('flotilla_vulnerability_'))
  }
  expect(await metrics()).toEqual([])
  await rest('PUT /settings/vulnerabilities/edit', { wordfence_key: 'a-key-of-a-person' })
  await importFile({ id: 'f' })
  const [{ id }] = (await rest('GET /vulnerabilities')).body.data
  await rest(`POST /vulnerabilities/${id}/accept`, { reason: 'Behind a password.', ends_on: '2026-12-01' })
  await importFile({ id: 'f' }, { id: 'g', severity: 'Critical', to: '2.0' })
  const lines = await metrics()
  expect(lines).toContain('flotilla_vulnerability_findings{severity="high",state="open"} 0')
  expect(lines).toContain('flotilla_vulnerability_findings{severity="high",state="accepted"} 2')
  expect(lines).toContain('flotilla_vulnerability_findings{severity="critical",state="open"} 1')
  expect(lines).toContain('flotilla_vulnerability_source_age_seconds{source="file"} 60')
  expect(lines).toContain('flotilla_vulnerability_source_age_seconds{source="wordfence"} +Inf')
  const settled =
    'flotilla_vulnerability_settle_seconds{severity="high",state="settled",since="published",statistic="max"}'
  // Published at 07:00, accepted at 09:01.
  expect(lines).toContain(`${settled} 7260`)
  expect(lines).toContainEqual(
    expect.stringContaining('{severity="critical",state="open",since="found",statistic="max"} 60'),
  )
})
