import type { Site } from '../site/site.ts'
import { type FaultName, type FaultOptions, faultTypes, flakyFaults } from './catalogue.ts'
import type { FaultType } from './fault-type.ts'
import type { UpdateBehaviour, UpdateBehaviourOptions } from './update-behaviours.ts'

export interface Fault {
  readonly name: FaultName
  readonly how: FaultType
  readonly options: FaultOptions
}

interface Rule extends Fault {
  left: number
}

const none: readonly Fault[] = []
const listed = (names: string | readonly string[], name: string) =>
  typeof names === 'string' ? names === name : names.includes(name)

/** The faults of a site. */
export class FaultRules {
  readonly #site: Site
  #rules: Rule[] = []
  #updates: Map<string, { behaviour: UpdateBehaviour; options: UpdateBehaviourOptions; left: number }> | null = null

  constructor(site: Site) {
    this.#site = site
  }

  add(name: FaultName, options: FaultOptions = {}): void {
    const how = faultTypes[name]
    if (!how) throw new Error(`"${name}" is no fault. Known ones: ${Object.keys(faultTypes).join(', ')}.`)
    this.#rules.push({ name, how, options, left: options.times ?? Number.POSITIVE_INFINITY })
    if (name === 'refuse') void this.#site.fleetSettings.refuse(this.#site, true)
  }

  async remove(name?: FaultName): Promise<void> {
    const refused = this.names.includes('refuse')
    this.#rules = name === undefined ? [] : this.#rules.filter((rule) => rule.name !== name)
    if (name === undefined) this.#updates = null
    if (refused && !this.names.includes('refuse')) await this.#site.fleetSettings.refuse(this.#site, false)
  }

  /** The names of the active faults. */
  get names(): FaultName[] {
    return this.#rules.map(({ name }) => name)
  }

  /** The faults that affect a call; counts it against their `times`. */
  forCall(name: string): readonly Fault[] {
    if (this.#rules.length === 0) return none
    const faults: Fault[] = []
    for (const rule of this.#rules) {
      if (rule.left <= 0 || !concerns(rule.options, name)) continue
      const fault = rule.name === 'flaky' ? this.#badMoment(rule.options) : rule
      if (!fault) continue
      rule.left--
      faults.push(fault)
    }
    return faults
  }

  #badMoment({ share = 0.3, delay }: FaultOptions): Fault | null {
    if (!this.#site.random.chance(share)) return null
    const name = this.#site.random.pick(flakyFaults)
    return { name, how: faultTypes[name], options: { delay } }
  }

  setUpdateBehaviour(slug: string, behaviour: UpdateBehaviour, options: UpdateBehaviourOptions): void {
    this.#updates ??= new Map()
    this.#updates.set(slug, { behaviour, options, left: options.times ?? Number.POSITIVE_INFINITY })
  }

  /** How the update of an item goes this time. */
  updateBehaviour(slug: string): { behaviour: UpdateBehaviour; options: UpdateBehaviourOptions } {
    const set = this.#updates?.get(slug)
    if (!set || set.left <= 0) return { behaviour: 'success', options: {} }
    set.left--
    return set
  }
}

function concerns({ on, except }: FaultOptions, name: string): boolean {
  if (except !== undefined && listed(except, name)) return false
  if (on === undefined) return name !== 'front page'
  return on === '*' || listed(on, name)
}
