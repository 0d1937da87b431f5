/** Settings for a small server that runs Flotilla next to its database. `ALTER SYSTEM` overrides any of them. */
const smallServer: Record<string, string> = {
  // Acknowledged writes survive a crash of the machine.
  fsync: 'on',
  // The hot data of thousands of sites is well below this; the kernel caches the rest.
  shared_buffers: '128MB',
  // Pools of several api and worker processes on one machine; an idle slot costs a few KB.
  max_connections: '200',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  // An embedded database has no replicas and backups are logical, so the minimal log is enough.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Files in the data folder instead of /dev/shm: containers give that 64 MB, and a logout may empty it (RemoveIPC).
  dynamic_shared_memory_type: 'mmap',
  min_dynamic_shared_memory: '8MB',
  // Our queries are short; parallel workers and compiled plans cost more than they save on two cores.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // Most servers have an SSD.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The service logs its failed queries itself; this log must contain no statement and no value of a customer.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** For tests only: a crash of the machine may destroy the data. */
export const scratchSettings: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_wal_size: '4GB',
}

/** Only the socket; everyone who can open its folder (mode 0700) is trusted: see embedded.ts. */
export const accessRules = 'local all all trust\n'

export function configurationFile(settings: Record<string, string> = {}): string {
  const lines = Object.entries({ ...smallServer, ...settings }).map(([name, value]) => `${name} = ${quote(value)}`)
  return [`# Flotilla writes this file at each start. Use ALTER SYSTEM for settings of your own.`, ...lines, ''].join(
    '\n',
  )
}

function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}
