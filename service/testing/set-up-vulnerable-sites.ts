import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach } from 'vitest'
import { setUpUpdateRun } from '../domain/updates/testing/set-up-update-run.ts'
import type { RolloutFixture } from './set-up-rollouts.ts'
import { addRolloutCalls, forms } from './set-up-rollouts.ts'
import type { Answer } from './test-service.ts'

const secret = 'a secret of the webhook, long enough'

export interface VulnerableFixture extends RolloutFixture {
  /** Packages of the public directory: `/plugin/forms.1.0.1.zip`. */
  packages: Set<string>
  /** Receives a signed message about a vulnerability of Forms up to 1.0. */
  publish(record?: object): Promise<Answer>
  /** The id of the newest vulnerability. */
  newest(): Promise<number>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
}

/** The public directory, shared by a worker like the service that asks it. */
const packages = new Set<string>()
let directory: Promise<string> | undefined

async function startDirectory(): Promise<string> {
  const server = createServer((request, response) =>
    response.writeHead(packages.has(request.url ?? '') ? 200 : 404).end(),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sites with Forms 1.0 from the public directory, without an available update, and a worker. */
export async function setUpVulnerableSites(sites: number): Promise<VulnerableFixture> {
  directory ??= startDirectory()
  const directoryOrigin = await directory
  const fixture = addRolloutCalls(setUpUpdateRun({ sites, works: true, directoryOrigin })) as VulnerableFixture
  fixture.packages = packages
  fixture.get = (path, headers) => fixture.rest(`GET ${path}`, {}, headers)
  fixture.newest = async () =>
    (await fixture.service.db.pool.query('select max(id)::integer as id from vulnerability_records')).rows[0].id
  fixture.publish = async (record = {}) => {
    const now = fixture.service.clock.now()
    const text = now.toISOString().slice(0, 19).replace('T', ' ')
    const software = {
      type: 'plugin',
      slug: 'forms',
      patched: true,
      patched_versions: ['1.0.1'],
      affected_versions: {
        '* - 1.0': { from_version: '*', from_inclusive: true, to_version: '1.0', to_inclusive: true },
      },
    }
    const created = {
      id: '11111111-2222-4333-8444-555555555555',
      title: 'Forms <= 1.0 - SQL injection',
      software: [software],
      references: ['https://intelligence.example/forms'],
      cvss: { score: 9.8, rating: 'Critical' },
      cve: 'CVE-2026-12345',
      published: text,
      updated: text,
      ...record,
    }
    const payload = JSON.stringify({ vulnerabilities: { created: [created] } })
    const signature = createHmac('sha256', secret).update(payload).digest('hex')
    return fixture.service.request({
      method: 'POST',
      url: '/api/v2/vulnerabilities/webhook',
      headers: { 'content-type': 'application/json', 'x-wordfence-signature': signature },
      payload,
    })
  }
  beforeEach(async () => {
    packages.clear()
    packages.add('/plugin/forms.1.0.1.zip')
    for (const site of fixture.sites)
      site.addPlugin({ file: forms, name: 'Forms', author: 'Forms team', version: '1.0', release: { daysAgo: 10 } })
    await fixture.sync()
    const { status, text } = await fixture.rest('PUT /settings/vulnerabilities/edit', { webhook_secret: secret })
    if (status !== 200) throw new Error(text)
  })
  return fixture
}
