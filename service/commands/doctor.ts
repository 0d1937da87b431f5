import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { connectionOf } from '../platform/database/database-hosts.ts'
import { startEmbedded } from '../platform/database/embedded.ts'
import { readBackupPaths } from './backup-paths.ts'
import { checkAuditTrail } from './doctor/check-audit-trail.ts'
import { checkBackups } from './doctor/check-backups.ts'
import { checkClock, checkMigrations, checkQueue, checkServer, readAppliedMigrations } from './doctor/check-database.ts'
import {
  checkChromium,
  checkDataDir,
  checkDisk,
  checkNode,
  checkPlatform,
  type Machine,
} from './doctor/check-machine.ts'
import { checkMasterKey } from './doctor/check-secrets.ts'
import { checkSettings } from './doctor/check-settings.ts'
import { attempt, type Finding, warning } from './doctor/finding.ts'
import { readArguments } from './read-arguments.ts'
import { printable, printJson } from './terminal.ts'

const usage = 'flotilla doctor [--json]'

/** Checks everything and changes nothing. Returns 1 if there is a problem. */
export async function run(config: Config, args: string[]): Promise<number> {
  const { values } = readArguments(args, usage, { json: { type: 'boolean', default: false } }, 0)
  const { platform, arch, versions } = process
  const findings = await checkAll(config, {
    nodeVersion: versions.node,
    platform,
    arch,
    userId: process.getuid?.() ?? 0,
  })
  if (values.json) printJson(findings)
  else for (const finding of findings) console.log(formatFinding(finding))
  return findings.some(({ state }) => state === 'problem') ? 1 : 0
}

const formatFinding = ({ state, subject, text }: Finding) =>
  `${state.padEnd(8)} ${subject.padEnd(13)} ${printable(text)}`

/** On a terminal only: the output of the command stays the findings. */
function printProgress(verified: number, total: number): void {
  if (!process.stderr.isTTY || total < 50_000) return
  process.stderr.write(`\raudit trail: ${verified} of ${total} lines${verified >= total ? '\n' : ''}`)
}

async function checkAll(config: Config, machine: Machine): Promise<Finding[]> {
  const dataDir = resolve(config.DATA_DIR)
  const usesEmbedded = !config.DATABASE_URL
  const dataDirExists = (await stat(dataDir).catch(() => null)) !== null
  return [
    checkNode(machine),
    checkPlatform(machine, usesEmbedded),
    checkChromium(config.CHROMIUM_PATH),
    ...(await attempt('DATA_DIR', () => checkDataDir(dataDir, machine))),
    ...(await attempt('disk', () => checkDisk(dataDirExists ? dataDir : process.cwd()))),
    ...checkSettings(config),
    ...(await attempt('database', () => checkDatabase(config, dataDir))),
  ]
}

async function checkDatabase(config: Config, dataDir: string): Promise<Finding[]> {
  if (config.DATABASE_URL) return checkDatabaseAt(config.DATABASE_URL, config, dataDir)
  if (!(await stat(join(dataDir, 'postgres')).catch(() => null))) {
    return [warning('database', 'There is none yet; the first start creates it.')]
  }
  const embedded = await startEmbedded({ dataDir })
  try {
    return await checkDatabaseAt(embedded.url, config, dataDir)
  } finally {
    await embedded.leave()
  }
}

async function checkDatabaseAt(url: string, config: Config, dataDir: string): Promise<Finding[]> {
  const db = openDatabase({ ...connectionOf(url), max: 2, connectionTimeoutMillis: 10_000 })
  try {
    const server = await checkServer(db)
    const applied = await readAppliedMigrations(db)
    if (!applied)
      return [...server, warning('layout', 'The database is empty; the first start fills it, or restore a backup.')]
    return [
      ...server,
      ...(await attempt('layout', () => checkMigrations(applied))),
      ...(await attempt('clock', () => checkClock(db, systemClock))),
      ...(await attempt('queue', () => checkQueue(db))),
      ...(await attempt('master key', () => checkMasterKey(db, config, dataDir))),
      ...(await attempt('backups', () => checkBackups({ db, clock: systemClock }, readBackupPaths(config)))),
      ...(await attempt('audit trail', () => checkAuditTrail(db, config, dataDir, printProgress))),
    ]
  } finally {
    await db.destroy()
  }
}
