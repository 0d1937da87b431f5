import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fleet, startFleet } from '../../../../simulator/index.ts'
import { sharedKeySource } from '../key-source.ts'
import { runLive } from './main.ts'
import { readOptions } from './options.ts'

describe('the live suite', () => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet({ sites: 4 })
  })
  afterAll(() => fleet.close())

  const run = (number: number, ...more: string[]) => {
    const { url, admin } = fleet.sites[number]!
    const args = [
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
    return runLive(readOptions(args, {}), () => undefined, sharedKeySource(6))
  }
  const names = (results: Awaited<ReturnType<typeof run>>, outcome: string) =>
    results.filter((result) => result.outcome === outcome).map(({ name, note }) => `${name}: ${note}`)

  it('runs on a site with the connector plugin and leaves no connection behind', async () => {
    const child = fleet.sites[0]!
    child.addPlugin({ file: 'idle/idle.php', name: 'Idle', version: '1.0', active: false })
    const before = { posts: child.posts.length, users: child.users.length }
    const packages = 'https://downloads.example'
    const results = await run(
      0,
      '--allow-changes',
      '--package',
      `${packages}/fleet-extra.1.0.0.zip`,
      '--theme-package',
      `${packages}/fleet-look.1.0.zip`,
    )
    expect(names(results, 'failed')).toEqual([])
    const unable = names(results, 'skipped').filter(
      (line) => !/^(abandoned|update )|needs --serve-packages$/.test(line),
    )
    // The simulator has no plugins page for a person.
    expect(unable).toEqual([
      'changes by hand come through both streams: the page of plugins (200) has no link to activate idle/idle.php',
    ])
    expect(child.connection).toBeNull()
    expect({ posts: child.posts.length, users: child.users.length }).toEqual(before)
  })

  it('changes only its own draft unless changes are allowed, and reports what it skipped', async () => {
    const child = fleet.sites[1]!
    const results = await run(1, '--keep')
    expect(names(results, 'failed')).toEqual([])
    expect(names(results, 'skipped').filter((line) => line.endsWith('needs --allow-changes'))).toHaveLength(25)
    expect(names(results, 'skipped').filter((line) => line.includes('needs --updates'))).toHaveLength(4)
    const changed = new Set(child.journal.flatMap(({ effects }) => effects.map(({ what }) => what)))
    expect([...changed]).toEqual([
      'connected',
      'post created',
      'post update',
      'post trash',
      'post restore',
      'post delete',
      'disconnected',
    ])
    expect(child.connection).not.toBeNull()
  })

  it('runs the requested updates, and verifies them by reading back', async () => {
    const child = fleet.sites[3]!
    child.addPlugin({ file: 'good/good.php', name: 'Good', version: '1.0', offer: { version: '2.0' } })
    child.addPlugin({ file: 'bad/bad.php', name: 'Bad', version: '1.0', offer: { version: '2.0' } })
    child.onUpdate('bad/bad.php', 'download-failure')
    const results = await run(3, '--updates', 'all')
    expect(names(results, 'failed')).toEqual([])
    const [plugins] = names(results, 'ok').filter((line) => line.startsWith('update the plugins'))
    expect(plugins).toContain('good/good.php 2.0')
    expect(plugins).toContain('Bad could not be updated')
  })

  it('stops if the site cannot be connected', async () => {
    fleet.sites[2]!.connectorActive = false
    const results = await run(2)
    expect(names(results, 'failed').map((line) => line.split(':')[0])).toEqual([
      'probe',
      'a wrong password, name or token is refused',
      'register',
    ])
    expect(names(results, 'ok')).toEqual([])
  })

  it('requires address, user and password', () => {
    expect(() => readOptions(['--url', 'https://x'], {})).toThrow('--password')
    expect(readOptions(['--url', 'https://x', '--user', 'a'], { LIVE_PASSWORD: 'p' }).password).toBe('p')
    expect(() => readOptions(['--url', 'x', '--user', 'a', '--password', 'p', '--updates', 'soup'], {})).toThrow('soup')
  })
})
