import { afterEach, expect, it } from 'vitest'
import { seedPeople } from '../../testing/people.ts'
import type { TestService } from '../../testing/test-service.ts'
import { startTestService } from '../../testing/test-service.ts'

let opened: TestService | undefined
afterEach(() => opened?.close())

async function statusUrls(options: Parameters<typeof startTestService>[0] = {}, headers: Record<string, string> = {}) {
  const service = await startTestService(options)
  opened = service
  const people = await seedPeople(service)
  await service.db.pool.query(
    `insert into jobs (kind, operation, actor, total, created_at) values ('sync', 'sync-site', '{"name": "ada"}', 1, now())`,
  )
  const read = async (url: string) => {
    const { body } = await service.request({ url, headers: { ...people.administrator.headers, ...headers } })
    return (body.data ?? body).status_url
  }
  const ability = 'get-batch-job-status-v1/run?input[job_id]=1'
  return {
    ability: await read(`/api/v1/abilities/svc/${ability}`),
    rest: await read('/api/v2/jobs/1'),
    aliasedAbility: await read(`/wp-json/wp-abilities/v1/abilities/mainwp/${ability}`),
    aliasedRest: await read('/wp-json/mainwp/v2/jobs/1'),
  }
}

it('uses the host and the names of the request', async () => {
  expect(await statusUrls({}, { host: 'fleet.example:8080' })).toEqual({
    ability: 'http://fleet.example:8080/api/v2/jobs/1',
    rest: 'http://fleet.example:8080/api/v2/jobs/1',
    aliasedAbility: 'http://fleet.example:8080/wp-json/mainwp/v2/jobs/1',
    aliasedRest: 'http://fleet.example:8080/wp-json/mainwp/v2/jobs/1',
  })
})

it('uses the configured address when there is one', async () => {
  const urls = await statusUrls({ publicUrl: 'https://fleet.example' }, { host: 'evil.example' })
  expect(urls).toEqual({
    ability: 'https://fleet.example/api/v2/jobs/1',
    rest: 'https://fleet.example/api/v2/jobs/1',
    aliasedAbility: 'https://fleet.example/wp-json/mainwp/v2/jobs/1',
    aliasedRest: 'https://fleet.example/wp-json/mainwp/v2/jobs/1',
  })
})
