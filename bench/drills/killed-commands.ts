import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../service/platform/config.ts'
import { readBackup } from '../../service/platform/database/backup/read-backup.ts'
import { openDatabase } from '../../service/platform/database/database.ts'
import { readMigrations } from '../../service/platform/database/migrate.ts'
import { openPlatform } from '../../service/platform.ts'
import { databaseProcess } from './supervised-processes.ts'

export interface Outcome {
  /** Duration of a run without a kill. */
  wholeMs: number
  kills: number
  /** Runs that were done before the kill. */
  whole: number
  /** Backups: incomplete files, which must be refused. Migrations: runs killed before their end. */
  half: number
  problems: string[]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const mainFile = fileURLToPath(new URL('../../service/main.ts', import.meta.url))
const masterKey = 'a-master-key-for-the-drill-that-is-long-enough'

interface Run {
  code: number | null
  output: string
  ms: number
}

/** When to kill: this many milliseconds after the command's work has begun. */
interface Kill {
  hasBegun?: () => Promise<boolean>
  afterMs: number
}

/** Runs a command like an operator; kills it at the given time unless it is done before. */
async function command(dataDir: string, args: string[], kill?: Kill): Promise<Run> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const started = performance.now()
  const child = spawn(process.execPath, [mainFile, ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, MASTER_KEY: masterKey, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const exit = once(child, 'exit')
  if (kill) {
    while (child.exitCode === null && !((await kill.hasBegun?.()) ?? true)) await pause(2)
    await Promise.race([exit, pause(kill.afterMs)])
    child.kill('SIGKILL')
  }
  const [code] = await exit
  return { code: code as number | null, output, ms: performance.now() - started }
}

/** From the first tenth of a run to shortly after its end, in mixed order. */
const moment = (round: number, rounds: number, wholeMs: number) =>
  wholeMs * (0.1 + (((round * 7) % rounds) / rounds) * 0.95)

/** kill -9 of `flotilla backup` at many moments: a file with the final name is always complete. */
export async function killDuringBackups(dataDir: string, rounds: number, rows: number): Promise<Outcome> {
  const platform = await openPlatform(readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey, LOG_LEVEL: 'silent' }))
  const db = openDatabase(platform.connection)
  const backups = join(dataDir, 'backups')
  await mkdir(backups)
  const problems: string[] = []
  try {
    await command(dataDir, ['migrate'])
    await db.pool.query(
      `insert into rdap_pauses (server, until) select md5(number::text) || md5(random()::text), now() from generate_series(1, $1) as number`,
      [rows],
    )
    const file = (round: number) => join(backups, `${round}.backup`)
    const isWriting = async () => (await readdir(backups)).some((name) => name.endsWith('.part'))
    const whole0 = command(dataDir, ['backup', file(0)])
    while (!(await isWriting())) await pause(2)
    const began = performance.now()
    const { code, output } = await whole0
    const wholeMs = performance.now() - began
    if (code !== 0) throw new Error(`The backup without a kill failed: ${output}`)
    for (let round = 1; round <= rounds; round++) {
      const before = (await readdir(backups)).length
      const hasBegun = async () => (await readdir(backups)).length > before
      await command(dataDir, ['backup', file(round)], { hasBegun, afterMs: moment(round, rounds, wholeMs) })
    }
    let [whole, half] = [0, 0]
    for (const name of await readdir(backups)) {
      const { rows: found } = await readBackup(join(backups, name), platform.secrets).catch(() => ({ rows: -1 }))
      if (name.endsWith('.backup')) whole++
      else half++
      if (name.endsWith('.backup') && found < rows) problems.push(`${name} has its final name and is incomplete`)
      if (!name.endsWith('.backup') && found >= 0 && found < rows)
        problems.push(`${name} is incomplete and was accepted`)
    }
    const other = join(dataDir, 'restored')
    const parts = (await readdir(backups)).filter((name) => name.endsWith('.part'))
    for (const name of parts.slice(0, 2)) {
      const refused = await command(other, ['restore', join(backups, name)])
      if (refused.code === 0) problems.push(`${name} was restored`)
      else if (!/damaged|incomplete|end|cut|not a backup/i.test(refused.output))
        problems.push(`the refusal of ${name} gives no reason: ${refused.output.trim()}`)
    }
    const restored = await command(other, ['restore', file(0)])
    if (restored.code !== 0) problems.push(`the complete backup could not be restored: ${restored.output.trim()}`)
    return { wholeMs: Math.round(wholeMs), kills: rounds, whole: whole - 1, half, problems }
  } finally {
    await db.destroy()
    await platform.leave()
  }
}

/** kill -9 of `flotilla migrate` on a new folder, in every third round of its database too: the next start continues. */
export async function killDuringMigrations(folder: string, rounds: number): Promise<Outcome> {
  const problems: string[] = []
  const first = await command(join(folder, '0'), ['migrate'])
  if (first.code !== 0) throw new Error(`The migration without a kill failed: ${first.output}`)
  const all = (await readMigrations()).length
  let [whole, half] = [0, 0]
  for (let round = 1; round <= rounds; round++) {
    const dataDir = join(folder, String(round))
    const killed = await command(dataDir, ['migrate'], { afterMs: moment(round, rounds, first.ms) })
    if (killed.code === 0) whole++
    else half++
    if (round % 3 === 0) await killDatabase(dataDir)
    const again = await command(dataDir, ['migrate'])
    if (again.code !== 0) {
      problems.push(`round ${round}: the next start failed: ${again.output.trim().slice(-400)}`)
      continue
    }
    const count = await countMigrations(dataDir)
    if (count !== all) problems.push(`round ${round}: ${count} of ${all} migrations are applied`)
    await rm(dataDir, { recursive: true, force: true })
  }
  return { wholeMs: Math.round(first.ms), kills: rounds, whole, half, problems }
}

async function killDatabase(dataDir: string): Promise<void> {
  const isThere = await access(join(dataDir, 'postgres', 'data', 'postmaster.pid')).then(
    () => true,
    () => false,
  )
  if (isThere) process.kill(await databaseProcess(dataDir), 'SIGKILL')
}

async function countMigrations(dataDir: string): Promise<number> {
  const platform = await openPlatform(readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey, LOG_LEVEL: 'silent' }))
  const db = openDatabase(platform.connection)
  try {
    const { rows } = await db.pool.query<{ count: number }>('select count(*)::int as count from migrations')
    return rows[0]!.count
  } finally {
    await db.destroy()
    await platform.leave()
  }
}
