import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/index.ts'
import { runLive } from './main.ts'
import { readOptions } from './options.ts'

describe('the live suite', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet({ sites: 3 })
  })
  afterAll(() => fleet.close())

  const run = (number: number, ...more: string[]) => {
    const { url, admin } = fleet.sites[number]!
    const words = [
      '--url',
      url,
      '--user',
      admin.login,
      '--password',
      admin.password,
      '--allow-networks',
      '127.0.0.0/8',
      ...more,
    ]
    return runLive(readOptions(words, {}), () => undefined)
  }
  const names = (results: Awaited<ReturnType<typeof run>>, outcome: string) =>
    results.filter((result) => result.outcome === outcome).map(({ name, note }) => `${name}: ${note}`)

  it('runs on a site as its connector plugin would have it, and leaves no connection behind', async () => {
    const child = fleet.sites[0]!
    child.addPlugin({ file: 'idle/idle.php', name: 'Idle', version: '1.0', active: false })
    const before = child.posts.length
    const results = await run(0, '--allow-changes', '--package', 'https://downloads.example/fleet-extra.1.0.0.zip')
    expect(names(results, 'failed')).toEqual([])
    expect(names(results, 'skipped').filter((line) => !line.startsWith('abandoned'))).toEqual([])
    expect(child.connection).toBeNull()
    expect(child.posts).toHaveLength(before)
  })

  it('changes nothing but a draft of its own unless it is allowed to, and says what it skipped', async () => {
    const child = fleet.sites[1]!
    const results = await run(1, '--keep')
    expect(names(results, 'failed')).toEqual([])
    expect(names(results, 'skipped').filter((line) => line.endsWith('needs --allow-changes'))).toHaveLength(5)
    const changed = new Set(child.journal.flatMap(({ effects }) => effects.map(({ what }) => what)))
    expect([...changed]).toEqual(['connected', 'post created', 'post update', 'post trash', 'post delete'])
    expect(child.connection).not.toBeNull()
  })

  it('stops asking when the site cannot be connected', async () => {
    fleet.sites[2]!.connectorActive = false
    const results = await run(2)
    expect(names(results, 'failed').map((line) => line.split(':')[0])).toEqual(['probe', 'register'])
    expect(names(results, 'ok')).toEqual([])
  })

  it('needs to know whom to ask', () => {
    expect(() => readOptions(['--url', 'https://x'], {})).toThrow('--password')
    expect(readOptions(['--url', 'https://x', '--user', 'a'], { LIVE_PASSWORD: 'p' }).password).toBe('p')
  })
})
