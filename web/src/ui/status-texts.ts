import { defineTexts } from '../texts/define-texts.ts'

/** Statuses of sites, monitors, jobs and targets. */
export const statusTexts = defineTexts({
  connected: 'Connected',
  disconnected: 'Disconnected',
  suspended: 'Suspended',
  active: 'Active',
  inactive: 'Inactive',
  up: 'Up',
  down: 'Down',
  pending: 'Pending',
  paused: 'Not monitored',
  notChecked: 'Not checked yet',
  neverReached: 'Never reached',
  running: 'Running',
  waiting: 'Waiting',
  completed: 'Completed',
  succeeded: 'Done',
  failed: 'Failed',
  partial: 'Partly done',
  nothingToDo: 'Nothing to do',
  unknown: 'Outcome unknown',
  cancelled: 'Cancelled',
  expired: 'Expired',
  open: 'Open',
  resolved: 'Resolved',
  interrupted: 'Paused while down',
})
