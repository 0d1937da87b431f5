import { defineTexts } from '../texts/define-texts.ts'

/** States of the condition of a site. */
export const conditionTexts = defineTexts({
  down: 'Down',
  disconnected: 'Disconnected',
  degraded: 'Has a problem',
  stale: 'Out of date',
  unknown: 'Not synced yet',
  suspended: 'Suspended',
  ok: 'Connected',
})
