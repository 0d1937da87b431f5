import { firstEntries, isCollection, isMap, type WireMap } from '../reading/values.ts'

/** A part of an answer that could not be used; the rest of the answer is good. */
export interface SnapshotProblem {
  part: string
  reason: string
}

/** Reads the parts of one answer and records problems, so that one bad part does not affect others. */
export class PartReader {
  readonly problems: SnapshotProblem[] = []
  readonly now: Date

  constructor(now: Date) {
    this.now = now
  }

  note(part: string, reason: string): void {
    if (this.problems.length < 50) this.problems.push({ part, reason })
  }

  /** The readable items of a list or map, each identity once. Undefined if the part is no collection. */
  items<Item>(
    part: string,
    raw: unknown,
    maxItems: number,
    read: (item: WireMap, key: string) => Item | undefined,
    identityOf?: (item: Item) => unknown,
  ): Item[] | undefined {
    if (raw === undefined) return undefined
    if (!isCollection(raw)) {
      // PHP sends an empty text or false for "nothing" instead of an empty list.
      if (raw !== '' && raw !== false && raw !== null) this.note(part, 'is not a list')
      return raw === '' || raw === false || raw === null ? [] : undefined
    }
    const items: Item[] = []
    const seen = new Set<unknown>()
    let [unreadable, doubles] = [0, 0]
    const { entries, total } = firstEntries(raw, maxItems)
    for (const [key, value] of entries) {
      const item = isMap(value) ? read(value, key) : undefined
      const identity = item && identityOf?.(item)
      if (item === undefined) unreadable++
      else if (identity !== undefined && seen.has(identity)) doubles++
      else {
        seen.add(identity)
        items.push(item)
      }
    }
    if (total > maxItems) this.note(part, `has ${total} entries, only the first ${maxItems} were read`)
    if (unreadable > 0)
      this.note(part, `has ${unreadable} ${unreadable === 1 ? 'entry' : 'entries'} that cannot be read`)
    if (doubles > 0)
      this.note(part, `names ${doubles} ${doubles === 1 ? 'entry' : 'entries'} twice, the first one counts`)
    return items
  }

  /** One object; undefined with a problem if it is something else. */
  map<Result>(part: string, raw: unknown, read: (map: WireMap) => Result): Result | undefined {
    if (raw === undefined) return undefined
    if (isMap(raw)) return read(raw)
    this.note(part, 'is not a map')
    return undefined
  }
}
