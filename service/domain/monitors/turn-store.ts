import type { Database } from '../../platform/database/database.ts'
import { notify } from '../../platform/database/notices.ts'
import { turnChannel } from './watch-store.ts'

/** A site at this address went down or came back: every process looks soon at the others it watches there. */
export const tellTurn = (db: Database, address: string, turn: 'down' | 'up'): Promise<void> =>
  notify(db, turnChannel, `${turn} ${address}`)
