import type { Fleet } from '../../simulator/index.ts'
import { seedChecks } from '../domain/monitors/testing/seed-history.ts'
import type { SeededSite } from './seed-sites.ts'
import type { TestService } from './test-service.ts'

/** Three connected sites of the client Acme. The first one is in trouble where only some are. */
export interface FleetInState {
  service: TestService
  fleet: Fleet
  sites: readonly SeededSite[]
}

/** Days after which every figure is stale. */
const staleDays = 12
const updateFault = 'rollback'

const run = ({ service }: FleetInState, name: string, input: object = {}) => service.app.run(name, input)

/** Checks of the monitor of a site, the newest last. */
async function check({ service }: FleetInState, sites: readonly SeededSite[], checks: ['good' | 'bad', string][]) {
  for (const { id } of sites)
    await seedChecks(
      service,
      id,
      checks.map(([probe, ago]) => [ago, probe]),
    )
}

async function runAndFail(fixture: FleetInState, failing: number) {
  const { fleet, sites } = fixture
  await run(fixture, 'sync-sites')
  for (const site of fleet.sites)
    site.addPlugin({ file: 'forms/forms.php', name: 'Forms', version: '1.0', offer: '1.1' })
  await run(fixture, 'sync-sites')
  for (const site of fleet.sites.slice(0, failing)) site.onUpdate('forms/forms.php', updateFault)
  await run(fixture, 'run-updates')
  for (const site of fleet.sites.slice(0, failing)) site.setFault('refuse', { on: '*' })
  await run(fixture, 'sync-sites')
  await run(fixture, 'update-global-monitor-settings', { active: 1 })
  await check(fixture, sites.slice(0, failing), [
    ['good', '2h'],
    ['bad', '5m'],
    ['bad', '1m'],
  ])
  await check(fixture, sites.slice(failing), [
    ['good', '2h'],
    ['good', '1m'],
  ])
}

/** The states in which every summary must be true. */
export const fleets = {
  'no sites': async ({ service }) => {
    await service.db.deleteFrom('sites').execute()
  },
  /** Connected, but no sync, no check and no configuration yet. */
  'nothing known': async () => {},
  healthy: (fixture) => runAndFail(fixture, 0),
  'some failed': (fixture) => runAndFail(fixture, 1),
  'all failed': (fixture) => runAndFail(fixture, 3),
  stale: async (fixture) => {
    await runAndFail(fixture, 0)
    await makeOlder(fixture.service, staleDays)
  },
  disconnected: async (fixture) => {
    await run(fixture, 'sync-sites')
    await run(fixture, 'disconnect-sites', { site_ids_or_domains: fixture.sites.map(({ id }) => id) })
  },
} satisfies Record<string, (fixture: FleetInState) => Promise<void>>

export type FleetState = keyof typeof fleets
export const fleetStates = Object.keys(fleets) as FleetState[]

/** Shifts all recorded times except those of accounts into the past. */
async function makeOlder({ db }: TestService, days: number): Promise<void> {
  const { rows } = await db.pool.query<{ table: string; columns: string[] }>(
    `select quote_ident(table_name) as table, array_agg(quote_ident(column_name)) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and data_type = 'timestamp with time zone' and table_type = 'BASE TABLE'
       and is_generated = 'NEVER' and table_name !~ '^(user|key|session|access|audit|migrations|settings|monitor_workers|monitor_shares)'
     group by table_name`,
  )
  for (const { table, columns } of rows) {
    const shifted = columns.map((column) => `${column} = ${column} - interval '${days} days'`)
    await db.pool.query(`update ${table} set ${shifted.join(', ')}`)
  }
}
