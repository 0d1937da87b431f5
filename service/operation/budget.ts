export interface BudgetLimits {
  total: number
  /** Maximum for one caller. */
  perCaller: number
}

export type BudgetResult = 'taken' | 'caller' | 'total'

/** An amount in use, such as bytes or requests, limited in total and per caller. */
export class Budget {
  readonly #limits: BudgetLimits
  readonly #byCaller = new Map<string, number>()
  #used = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  get used(): number {
    return this.#used
  }

  usedBy(caller: string): number {
    return this.#byCaller.get(caller) ?? 0
  }

  /** Takes the amount, or returns the limit it would exceed and takes nothing. */
  take(caller: string, amount: number): BudgetResult {
    const own = this.usedBy(caller) + amount
    if (own > this.#limits.perCaller) return 'caller'
    if (this.#used + amount > this.#limits.total) return 'total'
    this.#used += amount
    this.#byCaller.set(caller, own)
    return 'taken'
  }

  release(caller: string, amount: number): void {
    const own = this.usedBy(caller) - amount
    this.#used -= amount
    if (own > 0) this.#byCaller.set(caller, own)
    else this.#byCaller.delete(caller)
  }
}
