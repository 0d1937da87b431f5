import { drillKey, newName, readKeyNames, writeKey } from './key-writer.ts'
import { type ServiceProcess, startService, untilReady } from './service-process.ts'
import { databaseProcess } from './supervised-processes.ts'

export interface Round {
  acknowledged: number
  /** Acknowledged writes that are missing afterwards: must be none. */
  lost: string[]
  /** Milliseconds until the service was ready again. */
  readyAfterMs: number
}

export interface Plan {
  dataDir: string
  /** The kill happens after this many acknowledged writes, during others. */
  killAfter: number
  /** The processes to kill. A service that stays alive has to restart its database. */
  kill: 'service' | 'database' | 'both'
}

const writers = 8

/** Writes, kills meanwhile, waits until the service is ready again and counts: no acknowledged write may be missing. */
export async function acknowledgedWritesRound({ dataDir, killAfter, kill }: Plan): Promise<Round> {
  const environment = { DATA_DIR: dataDir, API_KEY: drillKey }
  const service = await startService(environment)
  const database = await databaseProcess(dataDir)
  const acknowledged = await writeUntilKilled(service, killAfter, async () => {
    if (kill !== 'service') process.kill(database, 'SIGKILL')
    if (kill !== 'database') await service.kill()
  })
  const start = performance.now()
  const again = kill === 'database' ? service : await startService(environment)
  try {
    await untilReady(again.url)
    const readyAfterMs = Math.round(performance.now() - start)
    const present = await readKeyNames(again.url)
    return { acknowledged: acknowledged.length, lost: acknowledged.filter((name) => !present.has(name)), readyAfterMs }
  } finally {
    await again.stop()
  }
}

async function writeUntilKilled(
  service: ServiceProcess,
  killAfter: number,
  kill: () => Promise<void>,
): Promise<string[]> {
  const acknowledged: string[] = []
  let killed: Promise<void> | undefined
  const write = async () => {
    for (;;) {
      const name = newName()
      if (!(await writeKey(service.url, name))) return
      acknowledged.push(name)
      if (acknowledged.length >= killAfter) killed ??= kill()
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  if (!killed) throw new Error(`The service stopped answering without a kill:\n${service.output()}`)
  await killed
  return acknowledged
}
