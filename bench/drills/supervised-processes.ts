import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../service/platform/config.ts'
import { type Database, openDatabase } from '../../service/platform/database/database.ts'
import type { Secrets } from '../../service/platform/secrets.ts'
import { openPlatform } from '../../service/platform.ts'
import { freePort } from '../../service/testing/free-port.ts'
import { drillKey } from './key-writer.ts'
import { type ServiceProcess, startService } from './service-process.ts'

export const victims = ['worker', 'database', 'api'] as const
export type Victim = (typeof victims)[number]

/** One embedded database, one api and some workers; killed processes are restarted, as by systemd. */
export interface SupervisedProcesses {
  /** The drill's own connection: it never restarts the database, the services have to. */
  db: Database
  secrets: Secrets
  /** The address of the api, also after a restart. */
  url: string
  /** kill -9. Returns when the process was restarted; the services restart a database themselves. */
  kill(victim: Victim, onDead?: () => void): Promise<void>
  close(): Promise<void>
}

interface DatabaseInstead {
  environment: Record<string, string>
  kill(onDead: () => void): Promise<void>
  close(): Promise<void>
}

export async function startSupervised(
  dataDir: string,
  workers: number,
  /** Instead of the embedded one. */
  database?: DatabaseInstead,
): Promise<SupervisedProcesses> {
  const port = String(await freePort())
  const common = {
    DATA_DIR: dataDir,
    ALLOW_NETWORKS: '127.0.0.0/8',
    API_KEY: drillKey,
    LOG_LEVEL: 'silent',
    WORK_LEASE_SECONDS: '5',
    ...database?.environment,
  }
  const platform = await openPlatform(readConfig(common))
  const startApi = () => startService({ ...common, ROLE: 'api', PORT: port })
  const startWorker = () => startService({ ...common, ROLE: 'worker' })
  const db = openDatabase(platform.connection)
  let api: ServiceProcess | undefined
  const working: ServiceProcess[] = []
  const close = async () => {
    for (const process of [...working, ...(api ? [api] : [])]) await process.stop()
    await db.destroy()
    await platform.leave()
    await database?.close()
  }
  try {
    api = await startApi()
    for (let number = 0; number < workers; number++) working.push(await startWorker())
  } catch (error) {
    await close()
    throw error
  }
  return {
    db,
    secrets: platform.secrets,
    url: api.url,
    async kill(victim, onDead = () => {}) {
      if (victim === 'database' && database) await database.kill(onDead)
      else if (victim === 'database') {
        process.kill(await databaseProcess(dataDir), 'SIGKILL')
        onDead()
      } else if (victim === 'api') {
        await api!.kill()
        onDead()
        api = await startApi()
      } else {
        const [dead] = working.splice(Math.floor(Math.random() * working.length), 1)
        await dead!.kill()
        onDead()
        working.push(await startWorker())
      }
    },
    close,
  }
}

/** The process of the embedded database of that folder. */
export async function databaseProcess(dataDir: string): Promise<number> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}
