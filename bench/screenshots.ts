/**
 * The checks in a browser: processor time of one pair of pictures, before and after an update.
 * Run: node bench/screenshots.ts [--rounds 5]
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createBrowser } from '../service/platform/browser/browser.ts'
import { systemClock } from '../service/platform/clock.ts'
import { createLog } from '../service/platform/log.ts'
import { parseNetworks } from '../service/platform/outbound/address-guard.ts'
import { createOutbound } from '../service/platform/outbound/http-client.ts'

/** A shop page with 120 coloured boxes and much text, longer than the part that is captured. */
function shopPage(title: string): string {
  const box = (index: number) => {
    const colour = `hsl(${(index * 47) % 360} 60% 70%)`
    const words = 'A pair of boots for long walks in any weather. '.repeat(3)
    return `<article style="background:linear-gradient(${colour},#fff);padding:1rem"><h2>${title} ${index}</h2><p>${words}</p></article>`
  }
  const boxes = Array.from({ length: 120 }, (_, index) => box(index)).join('')
  return `<!doctype html><html lang="en"><title>${title}</title><body style="font-family:sans-serif"><h1>${title}</h1>
    <main style="display:grid;grid-template-columns:repeat(3,1fr);gap:1rem">${boxes}</main></body></html>`
}

/** Milliseconds of processor time by process id, of the Chromium processes that run now. */
function chromiumTimes(): Map<string, number> {
  const times = new Map<string, number>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('flotilla-browser-')) continue
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      times.set(pid, (Number(fields[11]) + Number(fields[12])) * 10)
    } catch {
      // It ended meanwhile.
    }
  }
  return times
}

async function measuringChromium<Result>(work: () => Promise<Result>): Promise<{ result: Result; cpuMs: number }> {
  const known = new Map<string, number>()
  const read = () => {
    for (const [pid, time] of chromiumTimes()) known.set(pid, time)
  }
  const timer = setInterval(read, 25)
  try {
    const result = await work()
    return { result, cpuMs: [...known.values()].reduce((sum, time) => sum + time, 0) }
  } finally {
    clearInterval(timer)
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

export async function measureScreenshots(rounds: number): Promise<string[]> {
  let title = 'Boots'
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(shopPage(title)),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const log = createLog('silent')
  const outbound = createOutbound({ allowNetworks: parseNetworks('127.0.0.0/8') })
  const browser = createBrowser({ clock: systemClock, log, outbound })
  if (!browser.available()) return ['not measured: there is no Chromium']
  // It listens on a port, so this is not the path of a socket.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const figures = { wall: [] as number[], chromium: [] as number[], own: [] as number[], compare: [] as number[] }
  let sizes = ''
  try {
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const ownBefore = process.cpuUsage()
      title = 'Boots'
      const pair = await measuringChromium(async () => {
        const before = await browser.capture({ urls: [url, url], verifyTls: true }, 60_000)
        title = 'Coats'
        const after = await browser.capture({ urls: [url], verifyTls: true }, 60_000)
        return { before, after: after[0]! }
      })
      const compareBegan = process.cpuUsage()
      const [before, beforeAgain] = pair.result.before
      const { share } = await browser.compare({
        before: before!.png,
        beforeAgain: beforeAgain!.png,
        after: pair.result.after.png,
      })
      const [compared, own] = [process.cpuUsage(compareBegan), process.cpuUsage(ownBefore)]
      figures.wall.push(performance.now() - began)
      figures.chromium.push(pair.cpuMs)
      figures.compare.push((compared.user + compared.system) / 1_000)
      figures.own.push((own.user + own.system) / 1_000)
      sizes = `${before!.width} × ${before!.height} pixels, PNG ${kilobytes(before!.png)} kB, stored as WebP ${kilobytes(before!.image)} kB; ${(share * 100).toFixed(1)} % differs`
    }
  } finally {
    server.close()
    await browser.close()
    await outbound.close()
  }
  const ms = (values: readonly number[]) => Math.round(median(values))
  return [
    sizes,
    `one site (page opened twice before and once after, compared): ${ms(figures.wall)} ms, of ${rounds} the median`,
    `processor time: Chromium ${ms(figures.chromium)} ms, Flotilla ${ms(figures.own)} ms, of which comparing ${ms(figures.compare)} ms`,
  ]
}

const kilobytes = (bytes: Buffer) => Math.round(bytes.length / 1_000)

if (import.meta.main) {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
  for (const line of await measureScreenshots(Number(values.rounds))) console.log(`- ${line}`)
}
