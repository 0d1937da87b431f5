interface Entry<Item> {
  due: number
  item: Item
}

/** Items by due time, earliest first: a binary heap, so that a hundred thousand of them stay cheap. */
export class DueQueue<Item> {
  #heap: Entry<Item>[] = []

  get earliest(): number | undefined {
    return this.#heap[0]?.due
  }

  add(due: number, item: Item): void {
    const heap = this.#heap
    const entry = { due, item }
    let at = heap.length
    heap.push(entry)
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = this.#at(parent)
      if (above.due <= due) break
      heap[at] = above
      at = parent
    }
    heap[at] = entry
  }

  /** Removes and returns the earliest item if it is due by then. */
  take(now: number): Item | undefined {
    const first = this.#heap[0]
    if (!first || first.due > now) return undefined
    const last = this.#heap.pop()
    if (last && this.#heap.length > 0) this.#sink(last)
    return first.item
  }

  /** Removes and returns all items, due or not. */
  drain(): Item[] {
    const items = this.#heap.map(({ item }) => item)
    this.#heap = []
    return items
  }

  #at(index: number): Entry<Item> {
    // Callers compute the index from the length of the heap.
    return this.#heap[index]!
  }

  #sink(entry: Entry<Item>): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && this.#at(child + 1).due < this.#at(child).due) child++
      const below = this.#at(child)
      if (below.due >= entry.due) break
      heap[at] = below
      at = child
    }
    heap[at] = entry
  }
}
