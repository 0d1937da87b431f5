import { drillKey, newName, readKeyNames, writeKey } from './key-writer.ts'
import { type ServiceProcess, startService, untilReady } from './service-process.ts'
import { databaseProcess } from './stage.ts'

export interface Round {
  acknowledged: number
  /** Acknowledged writes that are not there afterwards: must be none. */
  lost: string[]
  /** Milliseconds until the service was ready again. */
  readyAfterMs: number
}

export interface Plan {
  dataDir: string
  /** The kill comes after this many acknowledged writes, in the middle of others. */
  killAfter: number
  /** What gets kill -9. A service that is left alive has to bring its database back by itself. */
  kill: 'service' | 'database' | 'both'
}

const writers = 8

/** Writes, kills in the middle, waits until the service is ready again and counts: what was acknowledged must be there. */
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
  if (!killed) throw new Error(`The service stopped answering by itself:\n${service.output()}`)
  await killed
  return acknowledged
}
