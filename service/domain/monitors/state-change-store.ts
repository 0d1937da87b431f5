import type { Database } from '../../platform/database/database.ts'
import { notify } from '../../platform/database/notices.ts'
import { stateChangeChannel } from './watch-store.ts'

/** A site at this address went down or came back: every process soon checks its other sites there. */
export const notifyStateChange = (db: Database, address: string, stateChange: 'down' | 'up'): Promise<void> =>
  notify(db, stateChangeChannel, `${stateChange} ${address}`)
