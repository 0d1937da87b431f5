import { cpus } from 'node:os'
import { percent, thousands } from '../report.ts'
import type { FleetSync, FleetSyncs } from './fleet-sync.ts'

const named = ({ what, sites, workers }: FleetSync) =>
  `${what}, ${thousands(sites)} sites, ${workers} ${workers === 1 ? 'worker' : 'workers'}`

/** The lines of the report. */
export function describeFleetSync({ floor, runs, storedPerSite }: FleetSyncs): string[] {
  return [
    `Floor, sites per CPU second: ${floor.first.own.toFixed(0)} for the calls of a first sync, ${floor.again.own.toFixed(0)} for those of a later one; each call is signed with the key of its site.`,
    `With one key for all sites, which no fleet has, it would be ${floor.first.one.toFixed(0)} and ${floor.again.one.toFixed(0)}: opening a key and the first signature with it cost that much.`,
    '',
    '| one job | sites per CPU second | of the floor | of a floor with one key | sites per second | largest worker | cores busy: workers, database, simulator, others |',
    '|---|---|---|---|---|---|---|',
    ...runs.map(
      (run) =>
        `| ${named(run)} | ${run.sitesPerCpuSecond.toFixed(0)} | ${percent(run.share)} | ${percent(run.shareOfOneKey)} | ${run.sitesPerSecond.toFixed(0)} | ${run.residentMb} MB | ${busy(run)} |`,
    ),
    '',
    ...scaling(runs.at(-2)!, runs.at(-1)!),
    '',
    `The database stores ${Math.round(storedPerSite / 1024)} kB per site, including replaced rows that are not yet vacuumed.`,
  ]
}

function busy({ busy: { workers, database, simulator, others } }: FleetSync): string {
  return [workers, database, simulator, others].map((cores) => cores.toFixed(2)).join(', ')
}

function scaling(one: FleetSync, two: FleetSync): string[] {
  const wall = two.sitesPerSecond / one.sitesPerSecond
  const processor = two.sitesPerCpuSecond / one.sitesPerCpuSecond
  const { workers, database, simulator, others } = one.busy
  const needed = workers + database + simulator
  // A second worker can only use the processor time that the first one, the shared processes and other programs leave free.
  const possible = Math.max(1, Math.min(2, (cpus().length - others) / needed))
  return [
    `From 1 to 2 worker processes: × ${wall.toFixed(2)} sites per second of wall clock, × ${processor.toFixed(2)} sites per CPU second of the workers.`,
    `One worker with its database and the simulator kept ${needed.toFixed(2)} of ${cpus().length} cores busy and all else ${others.toFixed(2)} (with two workers ${two.busy.others.toFixed(2)}), so that about × ${possible.toFixed(2)} of wall clock was there to be had.`,
  ]
}
