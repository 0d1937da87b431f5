import type { Actor } from '../../operation/actor.ts'
import type { Clock } from '../../platform/clock.ts'

/** What showing a credential proves; kept for a minute, so that most requests ask the database nothing. */
export interface Identity {
  actor: Actor
  userId: number
  /** From this moment on it proves nothing, cached or not. */
  expiresAt: Date | null
  csrfToken: string | null
}

export interface CredentialCache {
  /** `fingerprint` stands for the credential; `load` checks it the long way and throws when it is no good. */
  find(fingerprint: string, address: string, load: () => Promise<Identity>): Identity | Promise<Identity>
  forgetUser(userId: number): void
  forgetAll(): void
}

interface Options {
  clock: Clock
  /** False while news of revocations may be missed: then nothing is taken from the cache. */
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
  const entries = new Map<string, { identity: Identity; freshUntil: number }>()
  const checks = new Map<string, Promise<Identity>>()
  let generation = 0

  function remembered(fingerprint: string, now: number): Identity | undefined {
    const entry = entries.get(fingerprint)
    if (!entry) return undefined
    entries.delete(fingerprint)
    const { identity, freshUntil } = entry
    if (freshUntil <= now || (identity.expiresAt && identity.expiresAt.getTime() <= now)) return undefined
    // Put back at the end: the first of a Map is then the one that was not used for longest.
    entries.set(fingerprint, entry)
    return identity
  }

  async function check(fingerprint: string, load: () => Promise<Identity>): Promise<Identity> {
    const begun = generation
    const identity = await load()
    // Something was revoked while we looked: what we saw may be from before.
    if (begun !== generation || !isTrusted()) return identity
    entries.set(fingerprint, { identity, freshUntil: clock.now().getTime() + lifetimeMs })
    if (entries.size > size) entries.delete(entries.keys().next().value!)
    return identity
  }

  function forget(which: (identity: Identity) => boolean) {
    generation++
    // Checks under way saw the old state: whoever comes from now on must not join them.
    checks.clear()
    for (const [fingerprint, { identity }] of entries) if (which(identity)) entries.delete(fingerprint)
  }

  return {
    find(fingerprint, address, load) {
      if (!isTrusted()) return load()
      const known = remembered(fingerprint, clock.now().getTime())
      if (known) return known
      // Many requests at once with one password cost one hash, not many.
      const key = `${fingerprint} ${address}`
      const underWay = checks.get(key)
      if (underWay) return underWay
      const checking = check(fingerprint, load).finally(() => {
        if (checks.get(key) === checking) checks.delete(key)
      })
      checks.set(key, checking)
      return checking
    },
    forgetUser: (userId) => forget((identity) => identity.userId === userId),
    forgetAll: () => forget(() => true),
  }
}
