import { useList } from '../api/query.ts'

const days = 365
const most = 1_000

/** Twelve months ahead; the totals and the calendar share one answer. */
export const useRenewals = () => useList('list-renewals', { days, per_page: most })
