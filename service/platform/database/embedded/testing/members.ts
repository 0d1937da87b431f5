import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from '../../embedded.ts'
import { runProgram } from '../run-program.ts'

/** Safe against the death of processes, not of the machine: these tests only kill processes. */
export const fastButDurable = { fsync: 'off' }

const cleanUps: (() => Promise<unknown>)[] = []

/** For afterEach: ends everything that a failed test left running, the newest first. */
export async function cleanUp(): Promise<void> {
  for (const undo of cleanUps.splice(0).reverse()) await undo()
}

/** Open to other users, because without user namespaces root runs the database as another user. */
async function makeOpenFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await chmod(folder, 0o755)
  return folder
}

export async function newFolder(): Promise<string> {
  const folder = await makeOpenFolder('embedded-test-')
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let template: Promise<string> | undefined

/** A DATA_DIR with a database. Creating one takes a second, so it is created once per test file and copied. */
export async function newDataDir(): Promise<string> {
  template ??= makeOpenFolder('embedded-template-').then(async (dataDir) => {
    await (await startEmbedded({ dataDir, settings: fastButDurable })).leave()
    return dataDir
  })
  const dataDir = await newFolder()
  const { code, output } = await runProgram('cp', ['-a', `${await template}/.`, dataDir])
  if (code !== 0) throw new Error(`The template could not be copied: ${output}`)
  return dataDir
}

export async function removeTemplate(): Promise<void> {
  const made = template
  template = undefined
  if (made) await rm(await made, { recursive: true, force: true })
}

/** The database in this process. */
export async function start(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ settings: fastButDurable, ...options })
  cleanUps.push(() => database.leave())
  return database
}

export type Member = { url: string; socketDir: string; leave(): Promise<void>; kill(): Promise<void> }

type MemberOptions = { uid?: number; gid?: number; env?: NodeJS.ProcessEnv }

/** Another process on the same DATA_DIR (or, without one, with a scratch cluster). */
export async function startMember(dataDir?: string, { env, ...identity }: MemberOptions = {}): Promise<Member> {
  const program = fileURLToPath(new URL('member-process.ts', import.meta.url))
  const member = spawn(process.execPath, dataDir ? [program, dataDir] : [program], {
    ...identity,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(member, 'exit')
  const kill = async () => {
    member.kill('SIGKILL')
    await exited
  }
  cleanUps.push(kill)
  const isIn = once(createInterface(member.stdout), 'line')
  const failed = exited.then(() => Promise.reject(new Error('The member ended before it was in.')))
  failed.catch(() => {})
  const [line] = await Promise.race([isIn, failed])
  const leave = async () => {
    member.stdin.write('leave\n')
    await exited
  }
  return { ...JSON.parse(line), leave, kill }
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // these tests kill servers
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** The process id of the server, from its own file, which a clean stop removes. */
export async function serverPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').catch(() => '')
  return text ? Number(text.split('\n')[0]) : undefined
}

/** kill -9 and wait for the end of the process: until then it may still accept a connection. */
export async function killServer(dataDir: string): Promise<void> {
  const pid = (await serverPid(dataDir))!
  process.kill(pid, 'SIGKILL')
  await until(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    return status === '' || /^State:\tZ/m.test(status)
  })
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 1000; round++) {
    if (await condition()) return
    await pause(10)
  }
  throw new Error('It did not happen within ten seconds.')
}
