import { defineTexts } from '../texts/define-texts.ts'

/** Work and billing statuses of tasks, by their names in the API. */
export const taskStatusTexts = defineTexts({
  pending: 'Pending',
  in_progress: 'In progress',
  on_hold: 'On hold',
  completed: 'Completed',
  canceled: 'Cancelled',
  unbilled: 'Not billed',
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  partially_paid: 'Partially paid',
  overdue: 'Overdue',
  disputed: 'Disputed',
  refunded: 'Refunded',
  write_off: 'Written off',
})
