import type { Database } from '../../platform/database/database.ts'
import { notify } from '../../platform/database/notices.ts'
import { troubleChannel } from './watch-store.ts'

/** A site at this address went down: every process looks soon at those it watches there. */
export const tellTrouble = (db: Database, address: string): Promise<void> => notify(db, troubleChannel, address)
