import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, lstat, mkdir, readlink, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { describeIf, itIf, rootRequirement } from '../../../testing/requirements.ts'
import { findPostgres } from './binaries.ts'
import { canRun, nobodyUser } from './choose-user.ts'
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

async function closedFolder(): Promise<string> {
  const folder = await newFolder()
  await chmod(folder, 0o700)
  return folder
}

/** A clone in the home of root is closed to other users. */
const openClone = {
  present: rootRequirement.present && (await canRun(nobodyUser, process.execPath, '--check', import.meta.filename)),
  name: 'root, and a clone that other users may read',
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
    const [dataDir, fallbackDir] = [await newFolder(), await newFolder()]
    const database = await start({ dataDir, fallbackDir, runAs: nobodyUser })
    expect(await query(database.url, one)).toEqual([{ one: 1 }])
    expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(nobodyUser.uid)
    expect(await ownerOf(database.socketDir)).toBe(nobodyUser.uid)
    expect((await lstat(join(dataDir, 'postgres', 'data'))).isDirectory()).toBe(true)
    await database.leave()
    // The data now belongs to the user nobody, so that user continues to run it by default.
    const again = await start({ dataDir, fallbackDir })
    expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(nobodyUser.uid)
    await again.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  it('as the user nobody in another folder, with a message, when that user cannot enter DATA_DIR', async () => {
    const [dataDir, fallbackDir, lines] = [await closedFolder(), await newFolder(), [] as string[]]
    const log = (line: string) => void lines.push(line)
    const database = await start({ dataDir, fallbackDir, runAs: nobodyUser, log })
    expect(await query(database.url, one)).toEqual([{ one: 1 }])
    const data = await readlink(join(dataDir, 'postgres', 'data'))
    expect(data.startsWith(fallbackDir)).toBe(true)
    expect(lines.join('\n')).toContain(`the data is in ${data.replace('/data', '')} instead`)
    await database.leave()
    const member = await startMember(dataDir)
    expect(await query(member.url, one)).toEqual([{ one: 1 }])
    await member.leave()
    expect(await serverPid(dataDir)).toBeUndefined()
  })

  it('as the user nobody with data that root created before, after changing its owner', async () => {
    const dataDir = await newDataDir()
    await chmod(join(dataDir, 'postgres'), 0o755)
    const database = await start({ dataDir, runAs: nobodyUser })
    expect(await query(database.url, one)).toEqual([{ one: 1 }])
  })
})

describeIf(rootRequirement)('a clone that is closed to the user nobody', () => {
  it('with its programs copied to a readable folder', async () => {
    const [closed, fallbackDir, lines] = [await newFolder(), await newFolder(), [] as string[]]
    await runProgram('cp', ['-a', `${dirname(findPostgres())}/.`, closed])
    await chmod(closed, 0o700)
    const folders = await openFolders(await newFolder())
    const reaching = { folders, as: nobodyUser, fallbackDir, log: (line: string) => void lines.push(line) }
    const native = await reachablePrograms(join(closed, 'native'), reaching)
    expect(native.startsWith(fallbackDir)).toBe(true)
    expect(await canRun(nobodyUser, join(native, 'bin', 'initdb'), '--version')).toBe(true)
    expect(await reachablePrograms(join(closed, 'native'), reaching)).toBe(native)
    expect(lines).toEqual([expect.stringContaining(`it runs a copy in ${native}`)])
  })
})

describeIf(rootRequirement)('beside other users', () => {
  itIf(openClone)(
    'an ordinary user runs it directly; root runs it as that user, so that one sudo does not lock the owner out',
    async () => {
      const dataDir = await newFolder()
      await chown(dataDir, nobodyUser.uid, nobodyUser.gid)
      const owner = await startMember(dataDir, nobodyUser)
      expect(await query(owner.url, one)).toEqual([{ one: 1 }])
      expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(nobodyUser.uid)
      await owner.leave()
      await rm(join(dataDir, 'postgres', 'server.log')) // so that root makes it
      const database = await start({ dataDir })
      expect(await ownerOf(`/proc/${await serverPid(dataDir)}`)).toBe(nobodyUser.uid)
      await database.leave()
      const ownerAgain = await startMember(dataDir, nobodyUser)
      expect(await query(ownerAgain.url, one)).toEqual([{ one: 1 }])
      await ownerAgain.leave()
    },
  )

  it('refuses a socket folder of another user', async () => {
    const [dataDir, tempDir] = [await newDataDir(), await newFolder()]
    const { socketDir, leave } = await start({ dataDir, tempDir })
    await leave()
    await mkdir(socketDir, { mode: 0o700 })
    await chown(socketDir, stranger.uid, stranger.gid)
    await expect(start({ dataDir, tempDir })).rejects.toThrow(
      /belongs to user 54321 instead of (0|65534): another user created it/,
    )
  })

  it('no other user can connect', async () => {
    const database = await start({ dataDir: await newDataDir() })
    const intruder = spawn('ls', [await realpath(database.socketDir)], { ...stranger, stdio: 'ignore' })
    expect((await once(intruder, 'exit'))[0]).not.toBe(0)
  })
})

async function ownerOf(path: string): Promise<number> {
  return (await lstat(path)).uid
}
