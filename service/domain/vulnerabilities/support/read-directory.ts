import { line } from '../../../platform/connector/reading/text.ts'
import { fieldsOfRecord, readTime } from '../feed/read-entry.ts'
import type { DirectoryState, ListedItem } from './directory-item-store.ts'

/**
 * Reads what the public directory says about an item; null if the answer cannot be understood. An item that was never listed may be
 * private, so only one that was listed before counts as removed.
 */
export function readDirectoryAnswer(
  { kind, slug, state }: ListedItem,
  { status, answer: given }: { status: number; answer: unknown },
): DirectoryState | null {
  const answer = fieldsOfRecord(given)
  const error = line(answer.error, 100).toLowerCase()
  if (error === 'closed' || answer.closed === true) {
    const reason = line(answer.reason_text, 100) || line(answer.reason, 100)
    const day = readTime(answer.closed_date)?.slice(0, 10) ?? null
    return { kind, slug, state: 'closed', closed_on: day, reason: reason || null }
  }
  if (status === 200 && line(answer.slug, 200).toLowerCase() === slug)
    return { kind, slug, state: 'listed', closed_on: null, reason: null }
  if (given !== false && !error.includes('not found')) return null
  if (state === 'listed' || state === 'closed')
    return { kind, slug, state: 'closed', closed_on: null, reason: 'No longer in the directory' }
  return { kind, slug, state: 'missing', closed_on: null, reason: null }
}
