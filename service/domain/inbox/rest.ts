import { route } from '../../operation/address.ts'
import { assignInboxItem } from './operations/assign-inbox-item.ts'
import { listInbox } from './operations/list-inbox.ts'
import { snoozeInboxItem } from './operations/snooze-inbox-item.ts'

export const addresses = [
  route('GET /inbox', listInbox, {
    list: 'items',
    envelopeFields: ({ counts, kinds }: { counts: unknown; kinds: unknown }) => ({ counts, kinds }),
  }),
  route('POST /inbox/snooze', snoozeInboxItem, { message: 'Snooze saved.' }),
  route('POST /inbox/assign', assignInboxItem, { message: 'Assignment saved.' }),
]
