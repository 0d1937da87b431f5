import type { Context } from '../../../operation/context.ts'
import type { How } from '../../../platform/connector/child-site.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { throwIfLeaseLost } from '../../../platform/leases.ts'
import {
  type ArmedGuard,
  armGuard,
  disarmGuard,
  type GuardedItem,
  listArmedGuards,
  readGuardNote,
  restoreFromGuard,
} from '../../guard/index.ts'
import { installExactVersion } from '../../installs/index.ts'
import type { SiteRow } from '../../sites/index.ts'
import type { GuardRecord } from './gates/update-check-store.ts'
import { itemKey } from './select-updates.ts'
import type { RunItem } from './update-outcome.ts'

/** The guards of one run on one site, by item. */
export class StepGuards {
  readonly #context: Context
  readonly #site: SiteRow
  readonly #how: How
  /** Ids of the guards that may be on the site. */
  readonly #ids = new Map<string, string>()
  readonly #records = new Map<string, GuardRecord>()
  /** Items whose old version has a known vulnerability: it is never installed automatically. */
  readonly #vulnerable = new Set<string>()
  #headers: Record<string, string> = {}

  constructor(context: Context, site: SiteRow, how: How) {
    this.#context = context
    this.#site = site
    this.#how = how
  }

  /** Sent with every check, so that a fatal error which they see counts for the guard. */
  get probeHeaders(): Record<string, string> {
    return this.#headers
  }

  get records(): GuardRecord[] {
    return [...this.#records.values()]
  }

  isArmed(item: RunItem): boolean {
    return this.#ids.has(itemKey(item))
  }

  reasonOf(item: RunItem): string {
    return this.#records.get(itemKey(item))?.message ?? 'It has no guard.'
  }

  /** Finds what an earlier attempt of the run armed, then arms the rest. */
  async arm(run: string, items: readonly (RunItem & { vulnerable: boolean })[]): Promise<void> {
    for (const item of items) if (item.vulnerable) this.#vulnerable.add(itemKey(item))
    for (const { id, type, slug, run: armedBy } of await listArmedGuards(this.#context, this.#site.id)) {
      if (armedBy === run) this.#add({ type, slug }, id)
    }
    const wanted = items.flatMap((item): GuardedItem[] =>
      (item.type === 'plugin' || item.type === 'theme') && item.from !== '' && !this.isArmed(item)
        ? [{ type: item.type, slug: item.slug, name: item.name, version: item.from, vulnerable: item.vulnerable }]
        : [],
    )
    if (wanted.length === 0) return
    try {
      const { armed, refused } = await armGuard(this.#context, this.#site, wanted, { run, how: this.#how })
      for (const guard of armed) this.#addArmed(guard)
      for (const { item, message } of refused) this.#record(item, 'refused', message)
    } catch (error) {
      throwIfLeaseLost()
      // The updates report what is wrong with the site; without guards they are still checked.
      for (const item of wanted) this.#record(item, 'refused', messageOf(error))
    }
  }

  /** Items whose old version the guard restored, or that it deactivated, with the culprit. */
  async readNotes(): Promise<Map<string, GuardRecord>> {
    const byId = new Map([...this.#ids].map(([key, id]) => [id, key]))
    if (byId.size === 0) return new Map()
    const acted = new Map<string, GuardRecord>()
    for (const note of await readGuardNote(this.#context, this.#site, [...byId.keys()], { how: this.#how })) {
      const key = byId.get(note.id)
      if (key === undefined) continue
      const { culprit } = note
      const record = this.#record(note, note.state, culprit?.message ?? '', culprit)
      if (['restored', 'deactivated', 'left_broken'].includes(note.state)) acted.set(key, record)
    }
    return acted
  }

  /** Brings the old version back: from the guard's copy, else from the public directory. Null: it is back. */
  async restore(item: RunItem): Promise<string | null> {
    const id = this.#ids.get(itemKey(item))
    try {
      if (id !== undefined) {
        const [restored] = await restoreFromGuard(this.#context, this.#site, [id], { how: this.#how })
        if (restored && (restored.outcome === 'restored' || restored.outcome === 'deactivated')) {
          this.#record(item, restored.outcome, restored.message)
          return null
        }
      }
      if (item.type !== 'plugin' && item.type !== 'theme') return 'WordPress and translations have no way back.'
      if (this.#vulnerable.has(itemKey(item))) return `${item.from} has a known vulnerability.`
      const { type, slug, from: version } = item
      const installed = await installExactVersion(this.#context, this.#site, { type, slug, version }, this.#how)
      if (installed.outcome !== 'done') return installed.message
      this.#record(item, 'restored', `Version ${version} was installed from the public directory.`)
      return null
    } catch (error) {
      throwIfLeaseLost()
      return messageOf(error)
    }
  }

  /** Removes the guards. What cannot be removed now expires by itself. */
  async disarm(): Promise<void> {
    if (this.#ids.size === 0) return
    try {
      await disarmGuard(this.#context, this.#site, [...this.#ids.values()], { how: this.#how })
      for (const record of this.#records.values()) if (record.state === 'armed') record.state = 'disarmed'
    } catch (error) {
      this.#context.log.warn({ site: this.#site.id, reason: messageOf(error) }, 'guards were not removed')
    }
  }

  #addArmed({ id, item, probeHeaders }: ArmedGuard): void {
    this.#add(item, id)
    this.#headers = { ...this.#headers, ...probeHeaders }
  }

  #add(item: { type: RunItem['type']; slug: string }, id: string): void {
    this.#ids.set(itemKey(item), id)
    this.#record(item, 'armed', '')
  }

  #record(
    item: { type: RunItem['type']; slug: string },
    state: string,
    message: string,
    culprit: GuardRecord['culprit'] = null,
  ): GuardRecord {
    const record = { type: item.type, slug: item.slug, state, message, culprit }
    this.#records.set(itemKey(item), record)
    return record
  }
}
