import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { startScratch } from '../../service/platform/database/embedded.ts'
import { seedFleet } from '../api/seed.ts'
import { attack } from './attack/attackers.ts'
import { limitMemory } from './attack/memory-limit.ts'
import { signIn, workUntil } from './attack/person.ts'
import { drillKey } from './key-writer.ts'
import type { Say } from './rounds.ts'
import { type ServiceProcess, startService } from './service-process.ts'

const megabyte = 1024 * 1024
const password = 'a password for the drill'

/** Attacks 1 to 4 and 8 at once on a service with 1 GB, while a person who is signed in works on; returns problems. */
export async function workUnderAttack(say: Say, seconds: number, sites: number): Promise<string[]> {
  const memoryMb = 1024
  const cluster = await startScratch({})
  const administrator = new Client({ connectionString: cluster.url })
  await administrator.connect()
  await administrator.query('create database drill')
  const limit = await limitMemory(memoryMb * megabyte)
  let service: ServiceProcess | undefined
  try {
    service = await startService(
      {
        DATABASE_URL: cluster.urlOf('drill'),
        MASTER_KEY: 'a master key for the drill that is long enough',
        API_KEY: drillKey,
        ADMIN_PASSWORD: password,
        LOG_LEVEL: 'silent',
        ROLE: 'api',
        MEMORY_LIMIT_MB: String(memoryMb),
      },
      60_000,
      limit.prefix,
    )
    await seedFleet(cluster.urlOf('drill'), sites)
    const { url, pid } = service
    const cookie = await signIn(url, 'admin', password)
    const attackers = attack({ port: Number(new URL(url).port), key: drillKey })
    const deadline = performance.now() + seconds * 1000
    const [work, longestBlockMs] = await Promise.all([
      workUntil(url, cookie, deadline),
      longestBlock(url, cookie, deadline),
    ])
    const peakMb = { process: await peakOf(pid), group: toMb(await limit.peak()) }
    const shed = await metric(url, cookie, /^flotilla_shed_total\{.*$/gm)
    const begun = await attackers.stop()
    const problems = [...new Set(work.failures)]
    if (peakMb.process > memoryMb) problems.push(`it used ${peakMb.process} MB of ${memoryMb}`)
    say(`${seconds} s with ${sites} sites; ${limit.kind}; attacks begun: ${JSON.stringify(begun)}`)
    const times = `p50 ${work.p50} ms, p99 ${work.p99} ms, longest ${work.max} ms`
    say(`the person: ${work.requests} requests, ${work.failures.length} failed, ${times}`)
    say(`longest block of the event loop ${longestBlockMs} ms`)
    say(`peak memory: process ${peakMb.process} MB, control group ${peakMb.group ?? 'not counted'} MB`)
    for (const line of shed) say(line)
    return problems
  } finally {
    await service?.stop()
    await limit.remove()
    await administrator.end()
    await cluster.leave()
  }
}

const toMb = (bytes: number | null) => (bytes === null ? null : Math.round(bytes / megabyte))

async function peakOf(pid: number): Promise<number> {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const metric = async (url: string, cookie: string, line: RegExp): Promise<string[]> => {
  const answer = await fetch(`${url}/metrics`, { headers: { cookie } }).then(
    (found) => found.text(),
    () => '',
  )
  return answer.match(line) ?? []
}

/** The metrics give the longest delay of the event loop since they were last read; they are made every five seconds. */
async function longestBlock(url: string, cookie: string, deadline: number): Promise<number> {
  let longest = 0
  while (performance.now() < deadline) {
    const [line = ''] = await metric(url, cookie, /^flotilla_nodejs_eventloop_lag_max_seconds .*$/m)
    longest = Math.max(longest, Number(line.split(' ')[1] ?? 0))
    await new Promise((resolve) => setTimeout(resolve, 5_000))
  }
  return Math.round(longest * 1000)
}
