import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { describeIf, itIf, rootRequirement } from '../../../testing/requirements.ts'
import { findPostgres } from './binaries.ts'
import { canRun, nobody } from './choose-user.ts'
import { openFolders } from './folders.ts'
import { reachablePrograms } from './reach.ts'
import { runProgram } from './run-program.ts'
import {
  cleanUp,
  newDataDir,
  newFolder,
  query,
  removeTemplate,
  serverPid,
  start,
  startMember,
} from './testing/members.ts'

afterEach(cleanUp)
afterAll(removeTemplate)

const namespaces = rootRequirement.present && (await canRun('namespace', 'true'))
const stranger = { uid: 54321, gid: 54321 }
const one = 'SELECT 1 AS one'

/** A folder everybody may pass through, unlike what mkdtemp makes. */
async function openFolder(): Promise<string> {
  const folder = await newFolder()
  await chmod(folder, 0o755)
  return folder
}

describeIf(rootRequirement)('as root, whom PostgreSQL refuses, it runs', () => {
  itIf({ present: namespaces, name: 'user namespaces' })('in a user namespace: the data stays root’s', async () => {
    const dataDir = await newFolder()
    const database = await start({ dataDir, runAs: 'namespace' })
    expect(await query(database.url, one)).toEqual([{ one: 1 }])
    expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(0)
    expect(await ownerOf(join(dataDir, 'postgres', 'data'))).toBe(0)
  })

  it('as the user nobody, where namespaces are forbidden', async () => {
    const [dataDir, fallbackDir] = [await openFolder(), await openFolder()]
    const database = await start({ dataDir, fallbackDir, runAs: nobody })
    expect(await query(database.url, one)).toEqual([{ one: 1 }])
    expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(nobody.uid)
    expect(await ownerOf(database.socketDir)).toBe(nobody.uid)
    expect(await readdir(fallbackDir)).toEqual([])
    await database.leave()
    // From now on the data belongs to nobody, so nobody goes on running it without being asked to.
    const again = await start({ dataDir, fallbackDir })
    expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(nobody.uid)
    await again.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  it('as the user nobody in another place, and says so, when DATA_DIR is closed to that user', async () => {
    const [dataDir, fallbackDir, lines] = [await newFolder(), await openFolder(), [] as string[]]
    const log = (line: string) => void lines.push(line)
    const database = await start({ dataDir, fallbackDir, runAs: nobody, log })
    expect(await query(database.url, one)).toEqual([{ one: 1 }])
    const place = await readlink(join(dataDir, 'postgres', 'data'))
    expect(place.startsWith(fallbackDir)).toBe(true)
    expect(lines.join('\n')).toContain(`the data is in ${place.replace('/data', '')} instead`)
    await database.leave()
    const member = await startMember(dataDir)
    expect(await query(member.url, one)).toEqual([{ one: 1 }])
    await member.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  it('as nobody with data that root made before, which it hands over', async () => {
    const dataDir = await newDataDir()
    await chmod(dataDir, 0o755)
    await chmod(join(dataDir, 'postgres'), 0o755)
    const database = await start({ dataDir, runAs: nobody })
    expect(await query(database.url, one)).toEqual([{ one: 1 }])
  })
})

describeIf(rootRequirement)('a clone that is closed to the user nobody', () => {
  it('gets its programs copied to a place that is open', async () => {
    const [closed, fallbackDir, lines] = [await newFolder(), await openFolder(), [] as string[]]
    await runProgram('cp', ['-a', `${dirname(findPostgres())}/.`, closed])
    await chmod(closed, 0o700)
    const folders = await openFolders(await newFolder())
    const reaching = { folders, as: nobody, fallbackDir, log: (line: string) => void lines.push(line) }
    const native = await reachablePrograms(join(closed, 'native'), reaching)
    expect(native.startsWith(fallbackDir)).toBe(true)
    expect(await canRun(nobody, join(native, 'bin', 'initdb'), '--version')).toBe(true)
    expect(await reachablePrograms(join(closed, 'native'), reaching)).toBe(native)
    expect(lines).toEqual([expect.stringContaining(`it runs a copy in ${native}`)])
  })
})

describeIf(rootRequirement)('beside other users', () => {
  it('an ordinary user runs it directly; root runs it as that user, so that one sudo does not lock the owner out', async () => {
    const dataDir = await newFolder()
    await chown(dataDir, nobody.uid, nobody.gid)
    const owner = await startMember(dataDir, nobody)
    expect(await query(owner.url, one)).toEqual([{ one: 1 }])
    expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(nobody.uid)
    await owner.leave()
    await rm(join(dataDir, 'postgres', 'server.log')) // so that root makes it
    const database = await start({ dataDir })
    expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(nobody.uid)
    await database.leave()
    const ownerAgain = await startMember(dataDir, nobody)
    expect(await query(ownerAgain.url, one)).toEqual([{ one: 1 }])
    await ownerAgain.leave()
  })

  it('it refuses a socket folder that somebody else made', async () => {
    const [dataDir, tempDir] = [await newDataDir(), await newFolder()]
    const { socketDir, leave } = await start({ dataDir, tempDir })
    await leave()
    await mkdir(socketDir, { mode: 0o700 })
    await chown(socketDir, stranger.uid, stranger.gid)
    await expect(start({ dataDir, tempDir })).rejects.toThrow(
      /belongs to user 54321 instead of 0: somebody else made it/,
    )
  })

  it('nobody else gets in', async () => {
    const database = await start({ dataDir: await newDataDir() })
    const intruder = spawn('ls', [await realpath(database.socketDir)], { ...stranger, stdio: 'ignore' })
    expect((await once(intruder, 'exit'))[0]).not.toBe(0)
  })
})

async function ownerOf(path: string): Promise<number> {
  return (await lstat(path)).uid
}
