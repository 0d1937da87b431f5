/** Runs one change per site at a time; the service passes locks that work across processes. */
export interface SiteLocks {
  hold<Result>(siteId: string | number, work: () => Promise<Result>): Promise<Result>
}

/** Within this process only: each change starts when the previous one of the same site has ended. */
export function siteLocksInProcess(): SiteLocks {
  const last = new Map<string, Promise<unknown>>()
  return {
    async hold(siteId, work) {
      const key = String(siteId)
      const before = last.get(key)
      const run = (before ?? Promise.resolve()).then(work, work)
      last.set(key, run)
      try {
        return await run
      } finally {
        if (last.get(key) === run) last.delete(key)
      }
    },
  }
}
