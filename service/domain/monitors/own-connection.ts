/** When this many addresses in a row are silent, the cause is probably our own network. */
const suspectThreshold = 8
/** All sites may be with one provider, so the suspicion expires. */
const maxSuspicionMs = 120_000

/** Detects an outage of our own network, during which no site is marked down for two minutes. */
export class OwnConnection {
  readonly #silent = new Set<string>()
  #silentSince = 0

  /** Records whether the address answered a check, with any status. */
  record(address: string, answered: boolean, now: number): void {
    if (answered) this.#silent.clear()
    else {
      if (this.#silent.size === 0) this.#silentSince = now
      // More addresses than the threshold need not be stored.
      if (this.#silent.size < suspectThreshold) this.#silent.add(address)
    }
  }

  isSuspect(now: number): boolean {
    return this.#silent.size >= suspectThreshold && now - this.#silentSince < maxSuspicionMs
  }
}
