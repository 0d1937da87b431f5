/** So many different addresses silent one after the other, and none that answered in between, is hardly their doing. */
const suspiciousAddresses = 8
/** But it may be: all sites may live with one provider. So doubt does not last. */
const longestDoubtMs = 120_000

/** Whether it is rather our own network that is down than the sites: then nobody is accused for two minutes. */
export class OwnConnection {
  readonly #silent = new Set<string>()
  #silentSince = 0

  /** What came of a check: somebody answered, well or badly, or nobody did at that address. */
  note(address: string, answered: boolean, now: number): void {
    if (answered) this.#silent.clear()
    else {
      if (this.#silent.size === 0) this.#silentSince = now
      // More than enough to be suspicious need not be remembered.
      if (this.#silent.size < suspiciousAddresses) this.#silent.add(address)
    }
  }

  isDoubtful(now: number): boolean {
    return this.#silent.size >= suspiciousAddresses && now - this.#silentSince < longestDoubtMs
  }
}
