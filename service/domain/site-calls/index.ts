export { type DateRange, dateRange, readDateRange } from './date-range.ts'
export { callSite, planOnSite, sendAndReadBack, withLockedSite } from './one-site.ts'
export { readFromSites, type SiteAnswers, toReadingResults } from './read-from-sites.ts'
export { requireDeleteScope } from './require-delete-scope.ts'
export {
  prepareSelectionsForChange,
  type Selection,
  type Selectors,
  selectForChange,
  selectForReading,
  siteSelectors,
} from './select-sites.ts'
export { notApplied } from './site-call-errors.ts'
