import { isoTime } from '../../operation/shapes.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Change } from './change.ts'
import {
  type ChangeFilter,
  type ChangePage,
  countChanges,
  type ListedChange,
  listChangeRows,
} from './change-list-store.ts'
import { takeInOwnChanges } from './own-changes.ts'

/** A page of the log and how much there is, with what Flotilla did up to now. */
export async function readChanges(db: Database, filter: ChangeFilter, page: ChangePage) {
  await takeInOwnChanges(db)
  const [rows, total] = await Promise.all([listChangeRows(db, filter, page), countChanges(db, filter)])
  return { rows, total }
}

export const toChange = ({ id, type, action, item, description, user_name, at, source }: ListedChange): Change => ({
  id,
  type,
  action,
  item,
  description,
  user: user_name,
  timestamp: isoTime(at)!,
  source,
})
