/** Runs one changing piece of work per site at a time; the service injects one that holds across processes. */
export type Exclusive = <Result>(siteId: string | number, work: () => Promise<Result>) => Promise<Result>

/** Within this process only: each piece of work starts when the one before it, for the same site, has ended. */
export function exclusiveInProcess(): Exclusive {
  const last = new Map<string, Promise<unknown>>()
  return async (siteId, work) => {
    const key = String(siteId)
    const before = last.get(key)
    const turn = (before ?? Promise.resolve()).then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
