/**
 * The cost of the guards: calls per second of processor time, compared with undici and the same server in the same run.
 * Run: node service/platform/outbound/outbound.bench.ts
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { systemClock } from '../clock.ts'
import { parseNetworks } from './address-guard.ts'
import { createOutbound } from './http-client.ts'
import { defaultRateLimits, RateLimits } from './rate-limits.ts'

const calls = 1_500
const rounds = 5
const atOnce = 16
const form = 'function=stats&nonce=123456&user=admin&mainwpsignature=c2lnbmF0dXJl'.repeat(8)
const type = 'application/x-www-form-urlencoded'

// Base64 of a plugin list is what a child site sends: 30 kB, plain or compressed.
const entries = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    name: `Plugin ${n}`,
    slug: `plugin-${n}/main.php`,
    version: `1.${n * 7}.${n % 9}`,
  }))
const wrapped = (count: number) =>
  Buffer.from(`<mainwp>${Buffer.from(JSON.stringify(entries(count))).toString('base64')}</mainwp>`)
const plain = wrapped(320)
const packed = gzipSync(wrapped(2_800))

function serve(): void {
  const server = createServer((incoming, outgoing) => {
    incoming.resume()
    incoming.on('end', () => {
      if (incoming.url === '/gzip') outgoing.setHeader('content-encoding', 'gzip')
      outgoing.end(incoming.url === '/gzip' ? packed : plain)
    })
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
}

async function measure(call: () => Promise<number>): Promise<number> {
  let left = calls
  const before = process.cpuUsage()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) if ((await call()) === 0) throw new Error('empty answer')
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return calls / ((user + system) / 1e6)
}

async function compare(port: number): Promise<void> {
  const agent = new Agent({ connections: atOnce, pipelining: 1 })
  const settings = { ...defaultRateLimits, maximumRequestsPerAddress: atOnce }
  const outbound = createOutbound({
    allowNetworks: parseNetworks('127.0.0.0/8'),
    rateLimits: new RateLimits({ clock: systemClock, settings: () => settings }),
  })
  for (const path of ['/plain', '/gzip']) {
    const url = `http://127.0.0.1:${port}${path}`
    const headers = { 'content-type': type, 'accept-encoding': 'gzip, br' }
    const bare = async () => {
      const { body } = await request(url, { method: 'POST', headers, body: form, dispatcher: agent })
      const received = Buffer.from(await body.arrayBuffer())
      return path === '/gzip' ? gunzipSync(received).length : received.length
    }
    const guarded = async () =>
      (await outbound.request({ url, method: 'POST', headers: { 'content-type': type }, body: form })).body.length
    await measure(bare)
    await measure(guarded)
    const results = { bare: [] as number[], guarded: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      results.bare.push(await measure(bare))
      results.guarded.push(await measure(guarded))
    }
    const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[rounds >> 1]!
    const [floor, ours] = [middle(results.bare), middle(results.guarded)]
    const size = path === '/gzip' ? packed.length : plain.length
    console.log(
      `${path} ${size} bytes: bare undici ${floor.toFixed(0)}, outbound ${ours.toFixed(0)} calls per CPU second, ratio ${(ours / floor).toFixed(2)}`,
    )
  }
  await Promise.all([agent.close(), outbound.close()])
}

if (process.argv[2] === 'server') {
  serve()
} else {
  const server = fork(import.meta.filename, ['server'])
  const [port] = (await once(server, 'message')) as [number]
  await compare(port).finally(() => server.kill())
}
