import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf } from '../../error-facts.ts'
import { createLinks } from './binaries.ts'
import { chooseUser } from './choose-user.ts'
import { configureCluster, findCluster, makeCluster } from './cluster.ts'
import { explainStartFailure } from './explain-failure.ts'
import { FileLock } from './file-lock.ts'
import { checkSocketFolder, claimSocketFolder, socketFolder } from './folders.ts'
import { type Membership, watchForLastMember } from './membership.ts'
import { changeOwner, dataFolderFor, reachablePrograms } from './reach.ts'
import type { RunAs } from './run-program.ts'
import { answers, pollMilliseconds, readClaim, type ServerClaim, startServer } from './server.ts'

export type EmbeddedServerOptions = {
  /** The folder of the PostgreSQL we ship. */
  native: string
  log: (line: string) => void
  settings: Record<string, string>
  tempDir: string
  fallbackDir: string
  runAs?: RunAs
  /** The number of checks of a server that runs and does not answer, before it is an error. */
  patience?: number
}

/** Finds the running server or starts it; returns the folder of its socket. Only members may call it. */
export async function ensureRunning(membership: Membership, options: EmbeddedServerOptions): Promise<string> {
  const { folders } = membership
  const patience = options.patience ?? 1000
  for (let unanswered = 0; unanswered < patience; ) {
    const cluster = await findCluster(folders)
    const claim = cluster && (await readClaim(cluster.path))
    if (cluster && claim?.status === 'ready' && (await isOurs(claim, cluster.uid))) return claim.socketDir
    const lock = new FileLock(folders.server)
    try {
      // The process that gets the lock starts the server; the others repeat until it answers or the lock is free again.
      if (await lock.tryExclusive()) return await startNow(membership, options, lock)
    } catch (error) {
      const full = codeOf(error) === 'ENOSPC'
      throw full ? explainStartFailure('The database could not be started', String(error), folders.home) : error
    } finally {
      lock.close()
    }
    if (claim?.status === 'ready' || claim?.status === 'stopping') unanswered++
    await pause(pollMilliseconds)
  }
  throw new Error(
    `A database server uses ${folders.home} but cannot be reached from here. If it runs in another container or with a private temp ` +
      'directory, share that directory or give each a DATA_DIR (or DATABASE_URL) of its own. If it is stopping or the rest of a crash, ' +
      'start again in a while.',
  )
}

async function isOurs({ socketDir }: ServerClaim, ownerUid: number): Promise<boolean> {
  if (!existsSync(socketDir)) return false
  await checkSocketFolder(socketDir, ownerUid)
  return answers(socketDir)
}

async function startNow(membership: Membership, options: EmbeddedServerOptions, lock: FileLock): Promise<string> {
  const { folders } = membership
  const { log, settings, fallbackDir } = options
  // Both exist on Linux, the only system we support.
  const me = { uid: process.getuid!(), gid: process.getgid!() }
  await createLinks(options.native)
  const cluster = await findCluster(folders)
  const as = options.runAs ?? (await chooseUser(me.uid, cluster))
  const reaching = { folders, as, fallbackDir, log }
  const native = await reachablePrograms(options.native, reaching)
  if (cluster) await changeOwner(cluster.path, as, cluster.uid, log)
  else log('Creating the database (first start).')
  const make = async () => {
    const parent = await dataFolderFor(reaching)
    return makeCluster({ folders, parent, native, as, settings, heldFile: lock.descriptor })
  }
  const data = cluster?.path ?? (await make())
  await configureCluster(data, as, settings)
  // A server that was killed left its claim: other members connect to its socket, and their temp directory may be another one.
  const before = await readClaim(data)
  const socketDir =
    before && existsSync(before.socketDir) ? before.socketDir : socketFolder(folders.key, options.tempDir)
  await claimSocketFolder(socketDir, typeof as === 'object' ? as : me, me.uid)
  await watchForLastMember(membership, socketDir, log)
  await startServer({ data, native, as, socketDir, logFile: folders.log, lock, log })
  return socketDir
}
