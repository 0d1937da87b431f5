import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { initialBackupSettings, upsertBackupSettings } from '../service/domain/service-backups/backup-settings-store.ts'
import { callers } from '../service/testing/callers.ts'
import { connectedFleet } from '../service/testing/connected-fleet.ts'
import { type DebianProgram, findDebianProgram } from '../service/testing/debian-programs.ts'
import { freePort } from '../service/testing/free-port.ts'
import { setUpService } from '../service/testing/people.ts'
import { itIf } from '../service/testing/requirements.ts'

const run = promisify(execFile)
const here = import.meta.dirname
const read = (name: string) => readFile(join(here, name), 'utf8')
const promtool = await findDebianProgram('promtool', 'prometheus')
const prometheus = await findDebianProgram('prometheus', 'prometheus')
const needsPrometheus = {
  present: [promtool, prometheus].every((each) => typeof each !== 'string'),
  name: 'prometheus of Debian',
}

const fixture = setUpService({ works: true })
const { rest } = callers(fixture)

interface Panel {
  title: string
  targets?: { expr: string }[]
}
const panels: Panel[] = JSON.parse(await read('grafana/flotilla.json')).panels
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', '.+') })),
)
const alertsFile = await read('prometheus-alerts.yml')

/** Metrics without a value in a fleet without vulnerability sources. */
const maybeEmpty = /flotilla_vulnerability_/

/** The text of /metrics, not older than now. */
async function readMetrics(headers: Record<string, string>): Promise<string> {
  fixture.service.clock.advance(5_000)
  return (await fixture.service.request({ url: '/metrics', headers })).text
}
const describedIn = (text: string) =>
  [...text.matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (\w+)$/gm)].map(([, name, help, type]) => ({ name, help, type }))

/** Syncs simulated sites, one of which fails, and leaves a job that waits. */
async function work(): Promise<void> {
  const { service } = fixture
  const { fleet } = await connectedFleet(service, { sites: 3, clock: service.clock })
  onTestFinished(() => fleet.close())
  fleet.sites[2]!.setFault('refuse', { on: '*' })
  expect((await rest('POST /sites/sync')).body.message).toMatch(/^2 of 3 sites synced/)
  await service.db
    .insertInto('jobs')
    .values({ kind: 'sync', operation: 'sync-site', actor: '{}', total: 1, created_at: service.clock.now() } as never)
    .execute()
  await seedBackup()
}

/** Backups of Flotilla with a target, one that succeeded, and a restore check that failed. */
async function seedBackup(): Promise<void> {
  const { db, clock } = fixture.service
  const now = clock.now()
  await upsertBackupSettings(db, { ...initialBackupSettings, target: 'folder', changed_at: now })
  const times = { started_by: 'system', started_at: now, finished_at: now }
  const stored = {
    name: 'x',
    target: 'folder',
    location: '/backups',
    step: 'ended',
    status: 'done',
    size: 5_000,
  } as const
  const { id } = await db
    .insertInto('service_backups')
    .values({ ...stored, ...times })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const status of ['passed', 'failed'] as const)
    await db
      .insertInto('service_backup_checks')
      .values({ backup_id: id, status, ...times })
      .execute()
}

it('docs/metrics.md lists every metric of a process that serves and works', async () => {
  const described = describedIn(await readMetrics(fixture.people.administrator.headers))
  const ours = described.filter(({ name }) => name!.startsWith('flotilla_'))
  const others = described.filter((metric) => !ours.includes(metric)).map(({ name }) => name)
  expect(others.filter((name) => !/^(process|nodejs)_/.test(name!))).toEqual([])
  expect(others).toContain('process_cpu_seconds_total')
  const documented = (await read('../docs/metrics.md')).split('<!-- metrics -->')[1]!.split('<!-- /metrics -->')[0]!
  const rows = ours.map(({ name, type, help }) => `| \`${name}\` | ${type} | ${help} |`).sort()
  expect(documented.trim().split('\n').slice(2)).toEqual(rows)
  for (const { name, type } of ours) expect(name!.endsWith('_total'), name).toBe(type === 'counter')
})

it('counts what jobs, calls to sites and monitors did, and what waits', async () => {
  const { administrator } = fixture.people
  const valueIn = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    )
  const before = await readMetrics(administrator.headers)
  await work()
  fixture.service.clock.advance(60_000)
  const after = await readMetrics(administrator.headers)
  const added = (series: string) => valueIn(after, series) - valueIn(before, series)
  expect(added('flotilla_job_targets_total{outcome="succeeded"}')).toBe(2)
  expect(added('flotilla_job_targets_total{outcome="failed"}')).toBe(1)
  expect(added('flotilla_outbound_requests_total{result="2xx"}')).toBeGreaterThanOrEqual(2)
  expect(after).toMatch(/^flotilla_outbound_requests_total\{result="(connect_failed|connection_lost)"\} [1-9]/m)
  expect(valueIn(after, 'flotilla_sites{status="connected"}')).toBe(3)
  expect(valueIn(after, 'flotilla_sites_sync_failed')).toBe(1)
  expect(valueIn(after, 'flotilla_jobs_open{kind="sync"}')).toBe(1)
  expect(valueIn(after, 'flotilla_job_oldest_seconds{kind="sync"}')).toBeGreaterThanOrEqual(60)
  expect(valueIn(after, 'flotilla_leases_lost_total{kind="site"}')).toBe(0)
  expect(valueIn(after, 'flotilla_backup_size_bytes')).toBe(5_000)
  expect(valueIn(after, 'flotilla_backup_age_seconds')).toBeGreaterThanOrEqual(60)
  expect(valueIn(before, 'flotilla_restore_check_failed')).toBe(0)
  expect(valueIn(after, 'flotilla_restore_check_failed')).toBe(1)
  expect(after).toMatch(/^flotilla_build_info\{version="\d+\.\d+\.\d+",node="v\d+\S*",role="all"\} 1$/m)
})

itIf(needsPrometheus)(
  'promtool accepts the configuration and the alert rules, and the rules fire as described',
  async () => {
    const check = (...args: string[]) => runTool(promtool, args)
    expect(await check('check', 'rules', join(here, 'prometheus-alerts.yml'))).toContain('SUCCESS')
    expect(await check('test', 'rules', join(here, 'prometheus-alerts.test.yml'))).toContain('SUCCESS')
  },
)

itIf(needsPrometheus)(
  'Prometheus answers every query of the dashboard and the alerts from a process with work',
  async () => {
    const { administrator } = fixture.people
    await work()
    const names = new Set(describedIn(await readMetrics(administrator.headers)).map(({ name }) => name!))
    const { url } = await startPrometheus(administrator.headers)
    const answers = await Promise.all(queries.map(({ title, expr }) => askUntilAnswered(url, title, expr)))
    expect(answers.filter((answer) => answer !== null)).toEqual([])
    expect(queries.length).toBeGreaterThan(40)
    const expressions = [...queries.map(({ expr }) => expr), ...alertExpressions()]
    const used = expressions.flatMap((expr) => expr.match(/\b(flotilla|process|nodejs)_\w+/g) ?? [])
    expect(used.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !names.has(name))).toEqual([])
    const { data } = await ask(url, '/api/v1/rules')
    expect(
      data.groups[0].rules.map(({ health, lastError = '' }: Record<string, string>) => health + lastError),
    ).toEqual(data.groups[0].rules.map(() => 'ok'))
  },
)

function alertExpressions(): string[] {
  return alertsFile
    .split('- alert: ')
    .slice(1)
    .map((rule) => rule.split('expr:')[1]!.split(/\n {8}(for|labels):/)[0]!)
}

// biome-ignore lint/suspicious/noExplicitAny: the assertions check what they read
async function ask(url: string, path: string, parameters: Record<string, string> = {}): Promise<any> {
  return (await fetch(`${url}${path}?${new URLSearchParams(parameters)}`)).json()
}

/** Null if Prometheus has a value; rates have one after the second reading. */
async function askUntilAnswered(url: string, title: string, expr: string): Promise<string | null> {
  const question = () => ask(url, '/api/v1/query', { query: expr })
  const { status, error } = await question()
  if (status !== 'success') return `${title}: ${error}`
  if (maybeEmpty.test(expr)) return null
  await expect
    .poll(async () => (await question()).data.result.length, { message: expr, interval: 250 })
    .toBeGreaterThan(0)
  return null
}

/** Prometheus with deploy/prometheus.yml; only the addresses, the paths and the interval are others. */
async function startPrometheus(headers: { authorization: string }): Promise<{ url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'flotilla-prometheus-'))
  const scraped = createServer(async ({ headers: { authorization = '' } }, response) =>
    response.setHeader('content-type', 'text/plain; version=0.0.4').end(await readMetrics({ authorization })),
  ).listen(0, '127.0.0.1')
  await once(scraped, 'listening')
  const configuration = (await read('prometheus.yml'))
    .replace(/scrape_interval: \d+s/, 'scrape_interval: 1s')
    .replace(/targets: .+/, `targets: ["127.0.0.1:${(scraped.address() as AddressInfo).port}"]`)
    .replace('/etc/prometheus/flotilla.key', join(folder, 'key'))
    .replace('/etc/prometheus/prometheus-alerts.yml', join(here, 'prometheus-alerts.yml'))
  await writeFile(join(folder, 'key'), headers.authorization.replace('Bearer ', ''))
  await writeFile(join(folder, 'prometheus.yml'), `global: { evaluation_interval: 1s }\n${configuration}`)
  expect(await runTool(promtool, ['check', 'config', join(folder, 'prometheus.yml')])).toContain('SUCCESS')
  const port = await freePort()
  const { path, environment } = prometheus as DebianProgram
  const child: ChildProcess = spawn(
    path,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { env: { ...process.env, ...environment }, stdio: 'ignore' },
  )
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    scraped.closeAllConnections()
    scraped.close()
    await rm(folder, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { interval: 100 },
    )
    .toBe(true)
  return { url }
}

async function runTool(program: DebianProgram | string, args: string[]): Promise<string> {
  if (typeof program === 'string') throw new Error(program)
  const { stdout, stderr } = await run(program.path, args, { env: { ...process.env, ...program.environment } })
  return stdout + stderr
}
