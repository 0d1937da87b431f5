import { type ChildProcess, fork } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { Agent, request } from 'undici'
import { startFleet } from './fleet.ts'

/**
 * The cost of a fleet: time to create, memory, signed pings and full syncs per second of the simulator's CPU time.
 * The fleet runs in its own process, so that the client's work is not counted.
 *   node simulator/bench.ts [sites] [seconds]
 */

const server = 'https://bench.example/'

async function serve(sites: number, publicKey: string): Promise<void> {
  const began = performance.now()
  const fleet = await startFleet({ sites, payload: 40_000, connect: { publicKeys: [publicKey], server } })
  const created = performance.now() - began
  process.on('message', (message) => {
    if (message === 'close') return void fleet.close().then(() => process.exit(0))
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: (user + system) / 1e6, memory: process.memoryUsage.rss() / 1e6 })
  })
  process.send?.({ created, port: fleet.port, addresses: fleet.sites.map(({ address }) => address) })
}

const nextMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve) => child.once('message', resolve as () => void))

function usage(child: ChildProcess): Promise<{ cpu: number; memory: number }> {
  child.send('usage')
  return nextMessage(child)
}

async function main(sites: number, seconds: number): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const child = fork(import.meta.filename, ['serve', String(sites), publicKey])
  const { created, port, addresses } = await nextMessage<{ created: number; port: number; addresses: string[] }>(child)
  console.log(
    `${sites} sites created in ${(created / 1000).toFixed(2)} s, ${(await usage(child)).memory.toFixed(0)} MB`,
  )
  // One nonce for all: replays are allowed, and signing would cost more than answering.
  const body = (name: string, more = '') => {
    const signature = encodeURIComponent(sign('sha256', Buffer.from(`${name}1`), privateKey).toString('base64'))
    return `function=${name}&nonce=1&sign_algo=7&user=admin&mainwpsignature=${signature}${more}`
  }
  const dispatcher = new Agent({ connections: 1, keepAliveTimeout: 30_000, maxOrigins: Number.POSITIVE_INFINITY })

  const run = async (title: string, text: string, max: number) => {
    const before = await usage(child)
    const until = performance.now() + seconds * 1000
    const began = performance.now()
    let done = 0
    let bytes = 0
    let next = 0
    const worker = async () => {
      while (performance.now() < until && done < max) {
        const address = addresses[next++ % addresses.length]!
        const reply = await request(`http://${address}:${port}/wp-admin/admin-ajax.php`, {
          method: 'POST',
          body: text,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          dispatcher,
        })
        bytes += (await reply.body.arrayBuffer()).byteLength
        done++
      }
    }
    await Promise.all(Array.from({ length: 50 }, worker))
    const wall = (performance.now() - began) / 1000
    const after = await usage(child)
    const cpu = after.cpu - before.cpu
    console.log(
      `${title}: ${done} in ${wall.toFixed(1)} s = ${(done / wall).toFixed(0)}/s, ${(done / cpu).toFixed(0)} per CPU second of the simulator, ` +
        `${(bytes / done).toFixed(0)} bytes each, ${after.memory.toFixed(0)} MB`,
    )
  }
  await run('signed pings', body('cloneinfo'), Number.POSITIVE_INFINITY)
  await run('signed pings, connections open', body('cloneinfo'), Number.POSITIVE_INFINITY)
  await run('full syncs, each site once', body('stats', '&optimize=1'), sites)
  await dispatcher.destroy()
  child.send('close')
}

if (process.argv[2] === 'serve') await serve(Number(process.argv[3]), process.argv[4]!)
else await main(Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 10))
