import { execFileSync } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startHostileTraffic } from './hostile-traffic.ts'
import { drillKey, newName, readKeyNames, writeKey } from './key-writer.ts'
import { startService, untilReady } from './service-process.ts'

/** Runs in its own mount namespace (see disk-full.ts): the data folder is a small disk visible only to this process. */
const [dataDir, megabytes] = process.argv.slice(2) as [string, string]
execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', dataDir])

const service = await startService({ DATA_DIR: dataDir, API_KEY: drillKey, LOG_LEVEL: 'silent' })
const traffic = startHostileTraffic(service.url)
const acknowledged: string[] = []
let refused = 0
const write = async () => {
  const name = newName()
  if (await writeKey(service.url, name)) acknowledged.push(name)
  else refused++
}
try {
  for (let number = 0; number < 50; number++) await write()
  const filler = join(dataDir, 'filler')
  const { bavail, bsize } = await statfs(dataDir)
  // Leaves a little space, so that the disk fills up during our own writes.
  await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - 256 * 1024)))
  for (let number = 0; number < 20_000 && refused < 20; number++) await write()
  const whileFull = refused
  await rm(filler)
  const start = performance.now()
  await untilReady(service.url)
  const readyAfterMs = Math.round(performance.now() - start)
  const before = acknowledged.length
  for (let number = 0; number < 20; number++) await write()
  const hostile = await traffic.stop()
  const present = await readKeyNames(service.url)
  const lost = acknowledged.filter((name) => !present.has(name))
  console.log(
    JSON.stringify({
      acknowledged: acknowledged.length,
      refusedWhileFull: whileFull,
      acceptedAfterwards: acknowledged.length - before,
      lost,
      readyAfterMs,
      hostile,
    }),
  )
} finally {
  await traffic.stop()
  await service.stop()
}
