import type { Feature } from '../../operation/feature.ts'
import { assignInboxItem } from './operations/assign-inbox-item.ts'
import { listInbox } from './operations/list-inbox.ts'
import { snoozeInboxItem } from './operations/snooze-inbox-item.ts'
import { addresses } from './rest.ts'

export const inboxFeature: Feature = {
  name: 'inbox',
  tables: ['inbox_snoozes', 'inbox_assignments'],
  operations: [listInbox, snoozeInboxItem, assignInboxItem],
  addresses,
  retention: [
    { table: 'inbox_snoozes', keepDays: 0, column: 'until' },
    { table: 'inbox_assignments', keepDays: 400, column: 'assigned_at' },
  ],
}
