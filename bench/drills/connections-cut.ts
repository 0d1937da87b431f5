import { Client } from 'pg'
import { startScratch } from '../../service/platform/database/embedded.ts'
import { drillKey, newName, readKeyNames, writeKey } from './key-writer.ts'
import { startService, untilReady } from './service-process.ts'

export interface Outcome {
  acknowledged: number
  refused: number
  /** Connections of the service that the database ended. */
  cut: number
  lost: string[]
  readyAfterMs: number
}

/** An external database ends every connection of the service repeatedly while callers write. */
export async function cutConnections(cuts: number, writesBetween: number): Promise<Outcome> {
  const cluster = await startScratch({})
  const administrator = new Client({ connectionString: cluster.url })
  await administrator.connect()
  await administrator.query('create database drill')
  const service = await startService({
    DATABASE_URL: cluster.urlOf('drill'),
    MASTER_KEY: 'a master key for the drill that is long enough',
    API_KEY: drillKey,
    LOG_LEVEL: 'silent',
  })
  try {
    const acknowledged: string[] = []
    let [refused, cut] = [0, 0]
    const write = async () => {
      const name = newName()
      if (await writeKey(service.url, name)) acknowledged.push(name)
      else refused++
    }
    for (let round = 0; round < cuts; round++) {
      const writes = Array.from({ length: writesBetween }, write)
      const { rowCount } = await administrator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'drill'`,
      )
      cut += rowCount ?? 0
      await Promise.all(writes)
    }
    const start = performance.now()
    await untilReady(service.url)
    const readyAfterMs = Math.round(performance.now() - start)
    await write()
    const present = await readKeyNames(service.url)
    const lost = acknowledged.filter((name) => !present.has(name))
    return { acknowledged: acknowledged.length, refused, cut, lost, readyAfterMs }
  } finally {
    await service.stop()
    await administrator.end()
    await cluster.leave()
  }
}
