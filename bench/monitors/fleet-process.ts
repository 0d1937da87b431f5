import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { startFleet } from '../../simulator/index.ts'

/** One check, as received by the site: the site's number (from 1), and milliseconds since 1970. */
export type Visit = [site: number, at: number]

export interface FleetProcess {
  urls: string[]
  pid: number
  /** The visits since the last call. */
  visits(): Promise<Visit[]>
  /** From now on these sites answer 500; returns the time. */
  fail(sites: number[]): Promise<number>
  stop(): void
}

/** Sites in their own process, which record each request, so that the service is not measured by itself. */
export async function startFleetProcess(sites: number): Promise<FleetProcess> {
  // A hundred thousand sites need more memory than Node uses by default.
  const execArgv = [...process.execArgv, '--max-old-space-size=8192']
  const child: ChildProcess = fork(import.meta.filename, ['serve', String(sites)], { execArgv })
  const [urls] = (await once(child, 'message')) as [string[]]
  return {
    urls,
    pid: child.pid!,
    async visits() {
      child.send('visits')
      const [visits] = (await once(child, 'message')) as [Visit[]]
      return visits
    },
    async fail(sites) {
      child.send({ fail: sites })
      const [at] = (await once(child, 'message')) as [number]
      return at
    },
    stop: () => void child.kill(),
  }
}

async function serve(sites: number): Promise<void> {
  let visits: Visit[] = []
  const fleet = await startFleet({
    sites,
    payload: 4_000,
    listen: 'one',
    baseAddress: '127.60.0.1',
    onCall: (site) => visits.push([site.index + 1, Date.now()]),
  })
  process.on('message', (message: 'visits' | { fail: number[] }) => {
    if (message !== 'visits') {
      for (const site of message.fail) fleet.sites[site - 1]!.frontPage = { status: 500 }
      process.send!(Date.now())
      return
    }
    process.send!(visits)
    visits = []
  })
  process.on('disconnect', () => process.exit())
  process.send!(fleet.sites.map(({ url }) => url))
}

if (process.argv[2] === 'serve') await serve(Number(process.argv[3]))
