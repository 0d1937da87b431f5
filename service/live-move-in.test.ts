import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { movedSite } from './domain/moving-in/testing/moving-fleet.ts'
import { startOldDashboard } from './domain/moving-in/testing/old-dashboard-pages.ts'
import { sharedKeySource } from './platform/connector/key-source.ts'
import { readMoveOptions } from './platform/connector/live/move-in/move-options.ts'
import { runMove } from './platform/connector/live/move-in/run-move.ts'
import { setUpServiceWithSites } from './testing/set-up-service-with-sites.ts'

const fixture = setUpServiceWithSites({ works: true })
const keys = sharedKeySource(1)

/** An old dashboard with two sites, a client and a tag, and a Flotilla that listens. */
async function startBoth() {
  const children = await Promise.all(
    [11, 12].map(async (id) => {
      const [child, pair] = [fixture.nextChild(), await keys.take()]
      child.addPlugin({ file: 'good/good.php', name: 'Good', version: '1.0', offer: { version: '2.0' } })
      const more = { name: `O\\'Neil ${id}`, note: '<p>Ask <b>Anna</b></p>', client_id: '9' }
      const record = movedSite(child, { id, format: 'opaque file name', ...pair }, more)
      const row = { ...record.row, tags: { 4: 'Care plan' }, suspended: '0' }
      return { id, child, publicKey: pair.publicKeyPem, record, row }
    }),
  )
  const client = { client_id: '9', name: 'Bakery', client_email: 'hi@bakery.example', created: '1700000000' }
  const old = await startOldDashboard({
    children,
    records: [
      { table: 'dashboard', row: { admin_url: 'https://old.example/wp-admin/' } },
      { table: 'group', row: { id: '4', name: 'Care plan', color: '#3399dd' } },
      { table: 'wp_clients', row: client },
      ...children.map(({ record }) => record),
      ...children.map(({ id }) => ({ table: 'wp_group', row: { wpid: String(id), groupid: '4' } })),
    ],
    rest: {
      'sites/basic': children.map(({ row }) => row),
      sites: children.map(({ row }) => row),
      clients: [{ ...client, id: '9', suspended: '0', created: '2023-11-14T22:13:20' }],
      tags: { 4: { id: '4', name: 'Care plan', color: '#3399dd', count_sites: '2' } },
      costs: {},
    },
  })
  const { server } = fixture.service.app
  if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  return { children, oldUrl: old.url, flotillaUrl: `http://127.0.0.1:${port}` }
}

async function run(both: Awaited<ReturnType<typeof startBoth>>, ...more: string[]) {
  const { login, password } = fixture.people.administrator
  const args = [
    ...['--flotilla', both.flotillaUrl, '--flotilla-user', login, '--flotilla-password', password],
    ...['--old-dashboard', both.oldUrl, '--old-user', 'boss', '--old-password', 'secret', '--old-key', 'ck_a:cs_b'],
    ...['--child', both.children[0]?.child.url ?? '', '--allow-networks', '127.0.0.0/8', ...more],
  ]
  let isRunning = true
  const running = runMove(readMoveOptions(args, {}), () => undefined).finally(() => {
    isRunning = false
  })
  // About twice as fast as real time: the session must stay fresh until the takeover, on a slow machine too.
  while (isRunning) {
    fixture.service.clock.advance(50)
    await setTimeout(20)
  }
  return (await running).map(({ name, outcome, note }) => (outcome === 'ok' ? 'ok' : `${name}: ${outcome} ${note}`))
}

it('moves a fleet from export to takeover, and a second run doubles nothing', async () => {
  const both = await startBoth()
  const first = await run(both)
  expect(first.filter((line) => line !== 'ok')).toEqual([
    'update a plugin: skipped needs --updates plugins',
    'take over: skipped needs --take-over',
    'the old dashboard is refused: skipped needs --take-over',
    'sync again: skipped needs --take-over',
  ])
  const second = await run(both, '--updates', 'plugins', '--take-over')
  expect(second.filter((line) => line !== 'ok')).toEqual([])
  expect(both.children[0]?.child.plugin('good/good.php')?.version).toBe('2.0')
  expect(both.children.every(({ child, publicKey }) => child.connection?.publicKey !== publicKey)).toBe(true)
})

it('reports a difference and stops there', async () => {
  const both = await startBoth()
  Object.assign(both.children[0]?.row ?? {}, { note: 'Changed since' })
  const lines = await run(both, '--take-over')
  expect(lines.find((line) => line.startsWith('compare with the old dashboard: failed'))).toContain(
    '"Changed since" there',
  )
  expect(lines.filter((line) => line.includes('skipped a step before it failed'))).toHaveLength(6)
})

it('requires addresses, accounts and a REST key', () => {
  expect(() => readMoveOptions(['--old-dashboard', 'https://x'], {})).toThrow('--old-key is needed.')
  expect(() => readMoveOptions(['--old-dashboard', 'https://x', '--old-key', 'ck_a'], {})).toThrow('ck_…:cs_…')
})
