const perMinute = 100_000_000

/** One key of a benchmark or drill calls more often than any program of one caller should. */
export const withoutCallLimits = {
  RATE_LIMIT_READS: String(perMinute),
  RATE_LIMIT_CHANGES: String(perMinute),
  RATE_LIMIT_HEAVY: String(perMinute),
}

/** The same for a service in this process. */
export const unlimitedCalls = { rates: { reads: perMinute, changes: perMinute, heavy: perMinute } }
