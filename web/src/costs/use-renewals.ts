import { useList } from '../api/query.ts'

const days = 365
const max = 1_000

/** Twelve months ahead; the totals and the calendar share one query. */
export const useRenewals = () => useList('list-renewals', { days, per_page: max })
