import type { LimitedCaller } from './actor.ts'

export interface BudgetLimits {
  total: number
  /** Maximum for one caller. */
  perCaller: number
  /** The part of the total that programs never take from people with a session. */
  reserved?: number
}

export type BudgetResult = 'taken' | 'caller' | 'total'

/** An amount in use, such as bytes or requests, limited in total and per caller. */
export class Budget {
  readonly #limits: Required<BudgetLimits>
  readonly #byCaller = new Map<string, number>()
  #used = 0
  #usedByPrograms = 0

  constructor(limits: BudgetLimits) {
    this.#limits = { reserved: 0, ...limits }
  }

  get used(): number {
    return this.#used
  }

  usedBy({ name }: LimitedCaller): number {
    return this.#byCaller.get(name) ?? 0
  }

  /** Takes the amount, or returns the limit it would exceed and takes nothing. */
  take(caller: LimitedCaller, amount: number): BudgetResult {
    const { total, perCaller, reserved } = this.#limits
    const own = this.usedBy(caller) + amount
    if (own > perCaller) return 'caller'
    if (this.#used + amount > total) return 'total'
    if (!caller.isPerson && this.#usedByPrograms + amount > total - reserved) return 'total'
    this.#add(caller, amount)
    return 'taken'
  }

  release(caller: LimitedCaller, amount: number): void {
    this.#add(caller, -amount)
  }

  #add(caller: LimitedCaller, amount: number): void {
    const own = this.usedBy(caller) + amount
    this.#used += amount
    if (!caller.isPerson) this.#usedByPrograms += amount
    if (own > 0) this.#byCaller.set(caller.name, own)
    else this.#byCaller.delete(caller.name)
  }
}
