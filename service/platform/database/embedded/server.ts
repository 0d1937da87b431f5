import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { explainStartFailure } from './explain-failure.ts'
import type { FileLock } from './file-lock.ts'
import { giveToOwnerOf, port } from './folders.ts'
import { commandAs, programEnvironment, type RunAs } from './run-program.ts'

export const pollMilliseconds = 10
const roundsPerProgressLine = 1000

/** The content of postmaster.pid; the file may be stale, so it is a claim and no proof. */
export type ServerClaim = { pid: number; socketDir: string; status: string }

export async function readClaim(data: string): Promise<ServerClaim | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, , , , socketDir, , , status] = lines
  if (!pid || !socketDir || !status) return undefined
  return { pid: Number(pid), socketDir, status: status.trim() }
}

/** The TLS request, the shortest message of PostgreSQL's protocol: the server must start a process to answer it. */
const question = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** The proof: an answer, from a folder that only our server can write to. (A dying server still accepts connections.) */
export async function answers(socketDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(socketDir, `.s.PGSQL.${port}`), () => socket.write(question))
    const conclude = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.on('data', () => conclude(true))
    for (const event of ['error', 'close', 'timeout']) socket.on(event, () => conclude(false))
    socket.setTimeout(5000)
  })
}

type Starting = {
  data: string
  native: string
  as: RunAs
  socketDir: string
  logFile: string
  /** Held by us until now, by the server's processes from now on. */
  lock: FileLock
  log: (line: string) => void
}

/** Starts the server as a separate process, which outlives us, and waits until it accepts connections. */
export async function startServer({ data, native, as, socketDir, logFile, lock, log }: Starting): Promise<void> {
  // We hold the lock that every server process holds: these files remain from a crash, whichever process id they contain.
  await rm(join(data, 'postmaster.pid'), { force: true })
  await rm(join(socketDir, `.s.PGSQL.${port}.lock`), { force: true })
  await truncateLog(logFile)
  const options = ['-D', data, '-k', socketDir, '-p', String(port), '-c', 'listen_addresses=']
  const command = commandAs(as, join(native, 'bin', 'postgres'), options)
  const output = openSync(logFile, 'a', 0o600)
  await giveToOwnerOf(dirname(logFile), logFile)
  const before = (await stat(logFile)).size
  const server = spawn(command.file, command.args, {
    ...command.identity,
    env: programEnvironment,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output, lock.descriptor],
  })
  closeSync(output)
  lock.close()
  let gone: string | undefined
  server.on('error', (error) => {
    gone = error.message
  })
  server.on('exit', (code, signal) => {
    gone = `the server ended with ${code ?? signal}`
  })
  for (let round = 1; (await readClaim(data))?.status !== 'ready'; round++) {
    if (gone !== undefined) {
      const output = (await readFile(logFile)).subarray(before).toString()
      throw explainStartFailure('The database could not be started', output || gone, data)
    }
    // After a crash it replays its log, which may take minutes: it is alive, so we wait.
    if (round % roundsPerProgressLine === 0)
      log('The database is still starting (after a crash it repairs itself first).')
    await pause(pollMilliseconds)
  }
  server.unref()
}

/** The log is not written while the server is down, so it is truncated now. */
async function truncateLog(logFile: string): Promise<void> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (size > 10_000_000) await rename(logFile, `${logFile}.1`)
}
