import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ensureRunning } from './ensure-running.ts'
import { openFolders } from './folders.ts'
import { enter } from './membership.ts'
import {
  cleanUp,
  killServer,
  newDataDir,
  newFolder,
  query,
  removeTemplate,
  serverPid,
  start,
  startMember,
  until,
} from './testing/members.ts'

afterEach(cleanUp)
afterAll(removeTemplate)

const stopped = (dataDir: string) => async () => (await serverPid(dataDir)) === undefined

describe('several processes', () => {
  it('share one server, and the last one stops it', async () => {
    const dataDir = await newDataDir()
    const first = await startMember(dataDir)
    const second = await startMember(dataDir)
    const server = await serverPid(dataDir)
    await first.leave()
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await serverPid(dataDir)).toBe(server)
    await second.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
    await expect(access(second.socketDir)).rejects.toThrow('ENOENT')
  })

  it('may start while others end: each finds a server', async () => {
    const dataDir = await newDataDir()
    const comeAndGo = async () => {
      for (let round = 0; round < 6; round++) {
        const database = await start({ dataDir })
        expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
        await database.leave()
      }
    }
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo(), comeAndGo()])
    // Two processes that leave at the same moment may each expect the other to stay; then the watcher stops the server.
    await until(stopped(dataDir))
  })
})

describe('kill -9', () => {
  it('of one process does not affect the others, and does not keep the server running when they leave', async () => {
    const dataDir = await newDataDir()
    const victim = await startMember(dataDir)
    const survivor = await startMember(dataDir)
    const server = await serverPid(dataDir)
    await victim.kill()
    expect(await query(survivor.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await serverPid(dataDir)).toBe(server)
    await survivor.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  it('of the only process makes the server stop', async () => {
    const dataDir = await newDataDir()
    const member = await startMember(dataDir)
    await member.kill()
    await until(stopped(dataDir))
    await until(() =>
      access(member.socketDir).then(
        () => false,
        () => true,
      ),
    )
  })

  it('of a test run removes its scratch cluster', async () => {
    const member = await startMember(undefined)
    const [row] = await query(member.url, `SELECT current_setting('data_directory') AS data`)
    await member.kill()
    await until(() =>
      access(dirname(dirname(String(row!.data)))).then(
        () => false,
        () => true,
      ),
    )
  })

  it('of everything loses nothing: the next start repairs', async () => {
    const dataDir = await newDataDir()
    const member = await startMember(dataDir)
    await query(member.url, 'CREATE TABLE ship AS SELECT 7 AS number')
    await killServer(dataDir)
    await member.kill()
    const claim = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    // The worst case: the file names a live process that is no server (process ids are reused, in containers at once).
    await writeFile(claim, (await readFile(claim, 'utf8')).replace(/^\d+/, String(process.pid)))
    const database = await start({ dataDir })
    expect(await query(database.url, 'SELECT number FROM ship')).toEqual([{ number: 7 }])
    await database.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  it('of the server alone is repaired by revive', async () => {
    const dataDir = await newDataDir()
    const database = await start({ dataDir })
    const server = await serverPid(dataDir)
    await killServer(dataDir)
    await database.revive()
    expect(await serverPid(dataDir)).not.toBe(server)
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await database.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
  })
})

it('a server that a process with another temp directory starts again has the socket that the others know', async () => {
  const dataDir = await newDataDir()
  const member = await startMember(dataDir)
  const database = await start({ dataDir, tempDir: await newFolder() })
  await killServer(dataDir)
  await database.revive()
  expect(await query(member.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

describe('a server that cannot be reached from here', () => {
  it('is not replaced, because two servers on the same data would destroy it', async () => {
    const dataDir = await newDataDir()
    const folders = await openFolders(dataDir)
    await writeFile(join(folders.data, 'postmaster.pid'), `1\n${folders.data}\n0\n5432\n/nowhere\n\n0 0\nready   \n`)
    const elsewhere = spawn('flock', [folders.server, 'sh', '-c', 'echo held; cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(elsewhere.stdout, 'data')
    const membership = await enter(folders)
    const options = {
      native: '/nowhere',
      log: () => {},
      settings: {},
      tempDir: '/nowhere',
      fallbackDir: '/nowhere',
      patience: 3,
    }
    await expect(ensureRunning(membership, options)).rejects.toThrow(/cannot be reached from here.*another container/)
    membership.lock.close()
    elsewhere.stdin.end()
    await once(elsewhere, 'exit')
  })
})
