/** One key of a benchmark or drill calls more often than any program of one caller should. */
export const withoutCallLimits = {
  RATE_LIMIT_READS: '100000000',
  RATE_LIMIT_CHANGES: '100000000',
  RATE_LIMIT_HEAVY: '100000000',
}
