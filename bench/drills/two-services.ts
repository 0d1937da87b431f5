import { drillKey, newName, readKeyNames, writeKey } from './key-writer.ts'
import { startService } from './service-process.ts'

export interface Outcome {
  written: number
  /** Writes of one service that the other does not see: must be none. */
  unseen: string[]
}

/** Two services started at the same moment on one new data folder share one database and see each other's writes. */
export async function startTwoServices(dataDir: string): Promise<Outcome> {
  const environment = { DATA_DIR: dataDir, API_KEY: drillKey }
  const services = await Promise.all([startService(environment), startService(environment)])
  try {
    const written: string[] = []
    await Promise.all(
      services.flatMap(({ url }) =>
        Array.from({ length: 50 }, async () => {
          const name = newName()
          if (!(await writeKey(url, name)))
            throw new Error(`A write was refused:\n${services.map((each) => each.output())}`)
          written.push(name)
        }),
      ),
    )
    // The first one stops: it must not stop the database of the second.
    await services.shift()!.stop()
    const present = await readKeyNames(services[0]!.url)
    return { written: written.length, unseen: written.filter((name) => !present.has(name)) }
  } finally {
    for (const service of services) await service.stop()
  }
}
