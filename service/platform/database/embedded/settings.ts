/** Settings for a small server that runs Flotilla beside its database. `ALTER SYSTEM` overrides any of them. */
const smallServer: Record<string, string> = {
  // What was acknowledged survives a crash of the machine.
  fsync: 'on',
  // A fleet of thousands of sites has a hot set well below this; the rest is cached by the kernel.
  shared_buffers: '128MB',
  // Pools of several api and worker processes on one machine; an idle slot costs a few KB.
  max_connections: '200',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  // There are no replicas of an embedded database and backups are logical, so the leaner log is enough.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Files in the data folder instead of /dev/shm: containers give that 64 MB, and a logout may empty it (RemoveIPC).
  dynamic_shared_memory_type: 'mmap',
  min_dynamic_shared_memory: '8MB',
  // Our queries are short; parallel workers and compiled plans would cost more than they bring on two cores.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // SSD is the rule today.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The service logs its failed queries itself; this log must hold no statement and no value of a customer.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** For tests and nothing else: a crash of the machine may ruin the data. */
export const scratchSettings: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_wal_size: '4GB',
}

/** Only the socket, and whoever gets into its folder (mode 0700) is trusted: see embedded.ts. */
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
