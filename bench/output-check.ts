/**
 * What the compiled check of outputs (service/operation/fits.ts) saves: processor time per request with it and with zod alone.
 * Run: node bench/output-check.ts
 */
import { startScratch } from '../service/platform/database/embedded.ts'
import { startMeasuredServer } from './api/measure.ts'
import { fleetWithUpdates } from './updates-list.ts'

const headers = { authorization: 'Bearer a key that only benchmarks use, long enough' }
const abilities = '/api/v1/abilities/svc'
const questions = {
  'list-sites, 20': `${abilities}/list-sites-v1/run?input[per_page]=20`,
  'GET /sites, 100': '/api/v2/sites?per_page=100&page=1',
  'get-site': `${abilities}/get-site-v1/run?input[site_id_or_domain]=50`,
  'count-sites': `${abilities}/count-sites-v1/run`,
  'list-updates, 50': `${abilities}/list-updates-v1/run`,
  'list-updates, 200': `${abilities}/list-updates-v1/run?input[per_page]=200`,
  'GET /updates, 50 sites': '/api/v2/updates?per_page=50&page=1',
  'GET /clients, 100': '/api/v2/clients?per_page=100',
  'GET /tags': '/api/v2/tags',
}
const rounds = 5
const requests = 200
const withoutFits = `import { registerHooks } from 'node:module'
  const source = 'export const fitsOf = () => () => false'
  registerHooks({ load: (url, context, next) =>
    url.endsWith('/service/operation/fits.ts') ? { format: 'module', shortCircuit: true, source } : next(url, context) })`

const cluster = await startScratch({ settings: { shared_buffers: '256MB' } })
const connectionString = await fleetWithUpdates(cluster, 1_000)
const compiled = await startMeasuredServer(connectionString)
const plain = await startMeasuredServer(connectionString, [
  '--import',
  `data:text/javascript,${encodeURIComponent(withoutFits)}`,
])
const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
try {
  console.log('| question | bytes | compiled, µs of processor time | zod alone | saved |')
  console.log('|---|---|---|---|---|')
  for (const [question, path] of Object.entries(questions)) {
    const costs = { compiled: [] as number[], plain: [] as number[] }
    let bytes = 0
    for (const server of [compiled, plain]) await server.warmUp(server.service + path, headers, requests)
    // In turns, because other programs use the machine, too.
    for (let round = 0; round < rounds; round++) {
      for (const [name, server] of [
        ['compiled', compiled],
        ['plain', plain],
      ] as const) {
        const measured = await server.measure(server.service + path, headers, requests)
        costs[name].push(1e6 / measured.perCpuSecond)
        bytes = measured.bytes
      }
    }
    const [fast, slow] = [median(costs.compiled), median(costs.plain)]
    const saved = `${((1 - fast / slow) * 100).toFixed(1)} %`
    console.log(`| ${question} | ${bytes} | ${Math.round(fast)} | ${Math.round(slow)} | ${saved} |`)
  }
} finally {
  await Promise.all([compiled.stop(), plain.stop()])
  await cluster.leave()
}
