import type { PoolConfig } from 'pg'

/** In milliseconds: to open a connection or wait for a free one, to wait for a lock, and for one statement (0: no limit). */
export type TimeLimits = Required<Pick<PoolConfig, 'connectionTimeoutMillis' | 'lock_timeout' | 'statement_timeout'>>

/** For requests and jobs. Their longest statement takes a few seconds at 100,000 sites. */
export const serviceTimeLimits: TimeLimits = {
  connectionTimeoutMillis: 30_000,
  lock_timeout: 20_000,
  statement_timeout: 60_000,
}

/** For short reads that share a connection: a slow one delays the others. */
export const quickReadTimeLimits: TimeLimits = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 5_000,
  statement_timeout: 10_000,
}

/** For backups, which copy whole tables. */
export const copyTimeLimits: TimeLimits = {
  connectionTimeoutMillis: 10_000,
  lock_timeout: 60_000,
  statement_timeout: 0,
}
