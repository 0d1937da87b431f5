import type { Database } from '../../platform/database/database.ts'
import { notify } from '../../platform/database/notices.ts'
import { stateChangeChannel } from './watch-store.ts'

/** A site at this address went down or came back: every process looks soon at the others it watches there. */
export const notifyStateChange = (db: Database, address: string, turn: 'down' | 'up'): Promise<void> =>
  notify(db, stateChangeChannel, `${turn} ${address}`)
