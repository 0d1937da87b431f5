import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Config } from '../platform/config.ts'
import { readArguments, selectVerb, usageError } from './read-arguments.ts'
import { listAll, type Run, withOperations } from './run-operations.ts'
import { printable, printJson, printTable } from './terminal.ts'
import { UsageError } from './usage-error.ts'

const usage = `flotilla takeover export-script > flotilla-export.php
flotilla takeover upload <file.flotilla>
flotilla takeover dump <database.sql[.gz]> [--keys <pk.zip|pk.tar.gz>] [--prefix wp_]
flotilla takeover plan <upload> [--json]
flotilla takeover import <upload>
flotilla takeover sites [--state shared|failed|unknown|taken_over] [--json]
flotilla takeover start [--sites 1,2] [--tags 3,4] [--exclude 5] [--dry-run]
flotilla takeover status <job> [--json]
flotilla takeover retry <job>`

interface ExportScript {
  fingerprint: string
  expires_at: string
  content: string
}

interface Part {
  move_in_id: number
  next_part: number
  complete: boolean
}

interface KindPlan {
  create: number
  merge: number
  skip: number
  ids_kept: number
}

interface MoveIn {
  state: string
  job_id: string | null
  plan:
    | (Record<'sites' | 'clients' | 'tags' | 'costs', KindPlan> & {
        sites_without_key: number
        skipped: { type: string; old_id: number; name: string; reason: string }[]
        monitors: { on: number; off: number }
        monitor_interval_minutes: number | null
        currency: { there: string; here: string; action: 'same' | 'set' | 'keep' } | null
        rest_keys: string[]
      })
    | null
}

interface Job {
  status: string
  outcome: string | null
  total: number
  succeeded: number
  failed: number
}

interface Target {
  site_id: number | null
  label: string
  outcome: string | null
  error: { message: string } | null
}

const json = { type: 'boolean', default: false } as const
const text = { type: 'string' } as const
const jobHint = (job: string | null) => (job === null ? '' : ` Follow it with: flotilla takeover status ${job}`)

/** Bytes of lines in a part; the operation accepts 1.6 million characters. */
const partBytes = 1_200_000

const verbs = {
  'export-script': (args: string[]) => {
    readArguments(args, usage, {}, 0)
    return async (run: Run) => {
      const { content, fingerprint, expires_at } = await run<ExportScript>('create-export-script', {})
      process.stdout.write(content)
      // Not part of the script, which is usually written to a file.
      console.error(`Fingerprint: ${fingerprint}\nFor one use until ${expires_at}.`)
      return 0
    }
  },
  upload: (args: string[]) => {
    const { positional } = readArguments(args, usage, {}, 1)
    return async (run: Run) => {
      const { move_in_id, complete } = await uploadFile(run, positional)
      if (!complete) throw new UsageError('The file ends before its last line. Copy it again, or export again.')
      console.log(`Uploaded as ${move_in_id}. Nothing is imported yet: flotilla takeover plan ${move_in_id}`)
      return 0
    }
  },
  dump: (args: string[]) => {
    const { values, positional } = readArguments(args, usage, { keys: text, prefix: text }, 1)
    return async (run: Run) => {
      const upload_id = randomBytes(8).toString('hex')
      if (values.keys !== undefined) await uploadDumpFile(run, { upload_id, file: 'keys' }, values.keys)
      const move_in_id = await uploadDumpFile(run, { upload_id, file: 'dump' }, positional)
      const prefix = values.prefix === undefined ? {} : { prefix: values.prefix }
      const { job_id } = await run<{ job_id: string }>('read-dump', { move_in_id, ...prefix })
      console.log(`Uploaded as ${move_in_id}; the service reads it.${jobHint(job_id)}`)
      console.log(`Then: flotilla takeover plan ${move_in_id}`)
      return 0
    }
  },
  plan: (args: string[]) => {
    const { values, positional } = readArguments(args, usage, { json }, 1)
    return async (run: Run) => {
      const moveIn = await run<MoveIn>('get-move-in', { move_in_id: positional })
      if (values.json) printJson(moveIn)
      else printPlan(moveIn)
      return 0
    }
  },
  import: (args: string[]) => {
    const { positional } = readArguments(args, usage, {}, 1)
    return async (run: Run) => {
      const { job_id } = await run<{ job_id: string | null }>('accept-move-in', { move_in_id: positional })
      console.log(`Imported. The service calls each site with a key once.${jobHint(job_id)}`)
      return 0
    }
  },
  sites: (args: string[]) => {
    const { values } = readArguments(args, usage, { state: text, json }, 0)
    return async (run: Run) => {
      const input = values.state === undefined ? {} : { state: values.state }
      const sites = await listAll<MovedSite>(run, 'list-moved-sites', 'sites', input)
      if (values.json) printJson(sites)
      else printTable(sites.map(toSiteLine), ['site_id', 'old_id', 'name', 'url', 'status', 'state', 'problem'])
      return 0
    }
  },
  start: (args: string[]) => {
    const options = { sites: text, tags: text, exclude: text, 'dry-run': json }
    const { values } = readArguments(args, usage, options, 0)
    if (values.sites === undefined && values.tags === undefined)
      throw usageError(usage, 'Name sites or tags: all sites cannot be taken over with one command.')
    const input = {
      site_ids_or_domains: split(values.sites),
      tag_ids: split(values.tags),
      exclude: split(values.exclude),
    }
    return async (run: Run) => (values['dry-run'] ? planTakeover(run, input) : startTakeover(run, input))
  },
  status: (args: string[]) => {
    const { values, positional } = readArguments(args, usage, { json }, 1)
    return async (run: Run) => showJob(run, positional, values.json)
  },
  retry: (args: string[]) => {
    const { positional } = readArguments(args, usage, {}, 1)
    return async (run: Run) => {
      await run('retry-failed-targets', { job_id: positional })
      console.log(`The failed sites are tried again.${jobHint(positional)}`)
      return 0
    }
  },
}

interface MovedSite {
  site_id: number
  old_id: number
  name: string
  url: string
  status: string
  state: string
  error: { message: string } | null
}

const toSiteLine = ({ error, ...site }: MovedSite) => ({ ...site, problem: error?.message ?? '' })

const split = (list: string | undefined) => (list === undefined ? [] : list.split(',').map((part) => part.trim()))

async function uploadFile(run: Run, path: string): Promise<Part> {
  let [lines, bytes, script_id] = ['', 0, '']
  let answer: Part = { move_in_id: 0, next_part: 0, complete: false }
  let part = 0
  const send = async () => {
    answer = await run<Part>('add-export-part', { script_id, part, lines })
    ;[lines, bytes, part] = ['', 0, part + 1]
  }
  for await (const line of createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Infinity })) {
    // The first line names the script: `flotilla-export-1 <script> …`.
    if (part === 0 && bytes === 0) script_id = line.split(' ')[1] ?? ''
    if (bytes > 0 && bytes + line.length > partBytes) await send()
    lines += `${line}\n`
    bytes += line.length + 1
  }
  if (bytes > 0) await send()
  return answer
}

/** Bytes of a part; in base64 a third more. */
const dumpPartBytes = 1_100_000

async function uploadDumpFile(run: Run, file: { upload_id: string; file: string }, path: string): Promise<number> {
  let [part, previous]: [number, Buffer | null] = [0, null]
  let id = 0
  const send = async (bytes: Buffer, last: boolean) => {
    const content = bytes.toString('base64')
    id = (await run<Part>('add-dump-part', { ...file, part: part++, content, last })).move_in_id
  }
  for await (const bytes of createReadStream(path, { highWaterMark: dumpPartBytes })) {
    if (previous) await send(previous, false)
    previous = bytes
  }
  if (!previous) throw new UsageError(`${path} is empty.`)
  await send(previous, true)
  return id
}

function printPlan({ state, job_id, plan }: MoveIn): void {
  if (plan === null) {
    console.log(state === 'imported' ? `Already imported.${jobHint(job_id)}` : 'The file is not complete yet.')
    return
  }
  const kinds = ['sites', 'clients', 'tags', 'costs'] as const
  printTable(
    kinds.map((kind) => ({ kind, ...plan[kind] })),
    ['kind', 'create', 'merge', 'skip', 'ids_kept'],
  )
  if (plan.sites_without_key > 0)
    console.log(`Sites without a key: ${plan.sites_without_key}. Reconnect them afterwards.`)
  if (plan.monitors.off > 0)
    console.log(`Monitoring: on for ${plan.monitors.on} sites, off for ${plan.monitors.off} as in the old dashboard.`)
  if (plan.monitor_interval_minutes !== null)
    console.log(
      `Monitors without an interval of their own check every ${plan.monitor_interval_minutes} minutes, as there.`,
    )
  if (plan.currency?.action === 'set') console.log(`The currency becomes ${plan.currency.there}.`)
  if (plan.currency?.action === 'keep')
    console.log(`Prices are in ${plan.currency.there} there and ${plan.currency.here} here; their numbers stay.`)
  for (const { type, old_id, name, reason } of plan.skipped)
    console.log(printable(`Skipped: ${type} ${old_id} ${name}: ${reason}`))
  for (const name of plan.rest_keys) console.log(printable(`Scripts with this key need a new one: ${name}`))
}

async function planTakeover(run: Run, input: Record<string, unknown>): Promise<number> {
  const plan = await run<{ count: number; warnings: string[] }>('take-over-sites', { ...input, dry_run: true })
  console.log(`${plan.count} sites would get a new key; the other dashboard could not use them afterwards.`)
  for (const warning of plan.warnings) console.log(printable(`Skipped: ${warning}`))
  return 0
}

interface Takeover {
  job_id: string | null
  sites: number
  skipped: { site_name: string; message: string }[]
}

async function startTakeover(run: Run, input: Record<string, unknown>): Promise<number> {
  const { job_id, sites, skipped } = await run<Takeover>('take-over-sites', input)
  for (const { site_name, message } of skipped) console.log(printable(`Skipped: ${site_name}: ${message}`))
  console.log(job_id === null ? 'All sites are taken over.' : `Sites to take over: ${sites}.${jobHint(job_id)}`)
  return 0
}

/** The exit code is 1 when a site failed, and 0 while the job runs. */
async function showJob(run: Run, job_id: string, asJson: boolean): Promise<number> {
  const job = await run<Job>('get-job', { job_id })
  const targets = await listAll<Target>(run, 'list-job-targets', 'targets', { job_id })
  if (asJson) printJson({ ...job, targets })
  else {
    console.log(`${job.status}: ${job.succeeded} of ${job.total} sites done, ${job.failed} failed.`)
    const failed = targets.filter(({ error }) => error !== null)
    for (const { site_id, label, error } of failed) console.log(printable(`${site_id} ${label}: ${error?.message}`))
  }
  return job.failed > 0 ? 1 : 0
}

/** `flotilla takeover`: moves a fleet from the established dashboard to this installation. */
export async function run(config: Config, args: string[]): Promise<number> {
  const [verb, rest] = selectVerb(verbs, args, usage)
  return withOperations(config, verb(rest))
}
