import { LRUCache } from 'lru-cache'
import type { Actor } from '../../operation/actor.ts'
import type { Clock } from '../../platform/clock.ts'

/** The result of checking a credential. Cached for a minute, so that most requests need no query. */
export interface CallerIdentity {
  actor: Actor
  userId: number
  /** Invalid from this time on, cached or not. */
  expiresAt: Date | null
  csrfToken: string | null
}

export interface CredentialCache {
  /** `fingerprint` identifies the credential; `load` checks it against the database and throws if it is invalid. */
  find(
    fingerprint: string,
    address: string,
    load: () => Promise<CallerIdentity>,
  ): CallerIdentity | Promise<CallerIdentity>
  deleteUser(userId: number): void
  clear(): void
  /** Calls back whenever entries are removed because of a change of access; returns a function that stops it. */
  onRemoved(callback: () => void): () => void
}

interface Options {
  clock: Clock
  /** False while notices of revocations may be missed; the cache is then not used. */
  isTrusted(): boolean
  size?: number
  lifetimeMs?: number
}

export function createCredentialCache({
  clock,
  isTrusted,
  size = 10_000,
  lifetimeMs = 60_000,
}: Options): CredentialCache {
  const entries = new LRUCache<string, { identity: CallerIdentity; freshUntil: number }>({ max: size })
  const checks = new Map<string, Promise<CallerIdentity>>()
  const callbacks = new Set<() => void>()
  let generation = 0

  function findFresh(fingerprint: string, now: number): CallerIdentity | undefined {
    const entry = entries.get(fingerprint)
    if (!entry) return undefined
    const { identity, freshUntil } = entry
    if (freshUntil > now && (!identity.expiresAt || identity.expiresAt.getTime() > now)) return identity
    entries.delete(fingerprint)
    return undefined
  }

  async function check(fingerprint: string, load: () => Promise<CallerIdentity>): Promise<CallerIdentity> {
    const startGeneration = generation
    const identity = await load()
    // Something was revoked during the check: the result may be out of date.
    if (startGeneration !== generation || !isTrusted()) return identity
    entries.set(fingerprint, { identity, freshUntil: clock.now().getTime() + lifetimeMs })
    return identity
  }

  function deleteEntries(matches: (identity: CallerIdentity) => boolean) {
    generation++
    // Running checks may have read the old state: later callers must not share them.
    checks.clear()
    for (const [fingerprint, { identity }] of [...entries.entries()]) if (matches(identity)) entries.delete(fingerprint)
    for (const callback of callbacks) callback()
  }

  return {
    find(fingerprint, address, load) {
      if (!isTrusted()) return load()
      const known = findFresh(fingerprint, clock.now().getTime())
      if (known) return known
      // Simultaneous requests with one credential share one check.
      const key = `${fingerprint} ${address}`
      const running = checks.get(key)
      if (running) return running
      const checking = check(fingerprint, load).finally(() => {
        if (checks.get(key) === checking) checks.delete(key)
      })
      checks.set(key, checking)
      return checking
    },
    deleteUser: (userId) => deleteEntries((identity) => identity.userId === userId),
    clear: () => deleteEntries(() => true),
    onRemoved(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
  }
}
