import type { Context } from '../../../operation/context.ts'
import type { How } from '../../../platform/connector/child-site.ts'
import { messageOf } from '../../../platform/error-facts.ts'
import { throwIfInterrupted } from '../../../platform/work/interrupted.ts'
import {
  type ArmedGuard,
  armGuard,
  describeDirectWay,
  describeStandDown,
  disarmGuard,
  type GuardedItem,
  type GuardNote,
  guardHeader,
  type RestoreOutcome,
  readGuardNote,
  restoreFromGuard,
  restoreLater,
  resumeGuards,
} from '../../guard/index.ts'
import { installExactVersion } from '../../installs/index.ts'
import type { SiteRow } from '../../sites/index.ts'
import { coreIsNotGuarded } from '../../update-policies/index.ts'
import { findVulnerableVersions, versionKey } from '../../vulnerabilities/index.ts'
import type { GuardRecord } from './gates/update-check-store.ts'
import { itemKey } from './select-updates.ts'
import type { RunItem } from './update-outcome.ts'

/** How an item was rolled back. `deactivated`: the new version stays, because the old one has a known vulnerability. */
export interface Restoration {
  state: 'restored' | 'deactivated' | 'failed'
  message: string
  /** The guard had stood down, because a person or another program had changed the item since. */
  isStoodDown?: true
}

/** The old version was put back before the checks, because the site had stopped answering. */
export interface Rescue {
  restoration: Restoration
  /** The site answers again since then. */
  healed: boolean
}

const noCopy =
  'There is no guard that knows whether its files were changed since, so its old version was not installed again.'
const busyPauseMs = 3_000
const maxBusyReads = 10
const maxCronReads = 3

const isFailingInCron = ({ state, culprit }: GuardNote) => state === 'armed' && culprit?.context === 'cron'

/** States in which a guard has done something. */
export const hasActed = (state: string) => ['restored', 'deactivated', 'left_broken'].includes(state)

/** The guards of one run on one site, by item. */
export class StepGuards {
  readonly #context: Context
  readonly #site: SiteRow
  readonly #how: How
  /** Ids of the guards that may be on the site. */
  readonly #ids = new Map<string, string>()
  readonly #records = new Map<string, GuardRecord>()
  readonly #rescues = new Map<string, Rescue>()
  #tokens: string[] = []

  constructor(context: Context, site: SiteRow, how: How) {
    this.#context = context
    this.#site = site
    this.#how = how
  }

  /** Sent with every check, so that a fatal error which they see counts for the guard. */
  get probeHeaders(): Record<string, string> {
    return this.#tokens.length === 0 ? {} : { [guardHeader]: this.#tokens.join(',') }
  }

  get records(): GuardRecord[] {
    return [...this.#records.values()]
  }

  /** Of the guard that may have a copy of the item. */
  idOf(item: RunItem): string | undefined {
    return this.#ids.get(itemKey(item))
  }

  isArmed(item: RunItem): boolean {
    return this.#ids.has(itemKey(item))
  }

  /** Why the guard of the item does nothing any more, since people or other programs changed it; null: it does. */
  standDownOf(item: RunItem): string | null {
    const record = this.#records.get(itemKey(item))
    return record?.state === 'stood_down' ? record.message : null
  }

  recordRescue(item: RunItem, rescue: Rescue): void {
    this.#rescues.set(itemKey(item), rescue)
  }

  rescueOf(item: RunItem): Rescue | undefined {
    return this.#rescues.get(itemKey(item))
  }

  /** Whether other files than those of the copy are there. False if the guard does not say. */
  async isReplaced(item: RunItem): Promise<boolean> {
    const id = this.idOf(item)
    if (id === undefined) return false
    const [note] = (await this.#askForNotes([id])) ?? []
    return note?.state === 'armed' && note.files !== null && note.files !== 'old'
  }

  reasonOf(item: RunItem): string {
    if (item.type === 'core') return coreIsNotGuarded
    return this.#records.get(itemKey(item))?.message ?? 'It has no guard.'
  }

  /** Shows in the evidence that no guard was armed, and why. */
  recordOff(item: RunItem, reason: string): void {
    if (item.type === 'plugin' || item.type === 'theme') this.#record(item, 'off', reason)
  }

  /** Finds what an earlier attempt of the run armed. */
  async resume(run: string): Promise<void> {
    for (const guard of await resumeGuards(this.#context, this.#site, run, { how: this.#how })) this.#addArmed(guard)
  }

  /** Arms those that have no guard yet. */
  async arm(run: string, items: readonly RunItem[], lifetimeMs: number): Promise<void> {
    const guardable = items.flatMap(({ type, slug, name, from: version }) =>
      (type === 'plugin' || type === 'theme') && version !== '' ? [{ type, slug, name, version }] : [],
    )
    const vulnerable = await findVulnerableVersions(this.#context.db, guardable)
    const wanted = guardable
      .filter((item) => !this.#ids.has(itemKey(item)))
      .map((item): GuardedItem => ({ ...item, vulnerable: vulnerable.has(versionKey(item)) }))
    if (wanted.length === 0) return
    try {
      const { armed, refused } = await armGuard(this.#context, this.#site, wanted, { run, lifetimeMs, how: this.#how })
      for (const guard of armed) this.#addArmed(guard)
      for (const { item, message } of refused) this.#record(item, 'refused', message)
    } catch (error) {
      throwIfInterrupted(error)
      // The updates report what is wrong with the site; without guards they are still checked.
      for (const item of wanted) this.#record(item, 'refused', messageOf(error))
    }
  }

  /** What guards did, by item. Null: the site did not say. */
  async readNotes(): Promise<Map<string, GuardRecord> | null> {
    const byId = new Map([...this.#ids].map(([key, id]) => [id, key]))
    if (byId.size === 0) return new Map()
    const acted = new Map<string, GuardRecord>()
    let notes = await this.#askForNotes([...byId.keys()])
    // wp-cron.php answers before it loads WordPress: the guard may not have ended yet what it will do.
    for (let read = 1; read <= maxCronReads && notes?.some(isFailingInCron); read++) {
      await this.#pause()
      notes = await this.#askForNotes([...byId.keys()])
    }
    if (notes === null) return null
    for (const note of notes) {
      const key = byId.get(note.id)
      if (key === undefined) continue
      const { culprit } = note
      const message = note.state === 'stood_down' ? describeStandDown(note.reason) : (culprit?.message ?? '')
      const record = this.#record(note, note.state, message, culprit)
      if (hasActed(note.state)) acted.set(key, record)
    }
    return acted
  }

  async #askForNotes(ids: readonly string[]): Promise<GuardNote[] | null> {
    try {
      return await readGuardNote(this.#context, this.#site, ids, { how: this.#how })
    } catch (error) {
      throwIfInterrupted(error)
      this.#context.log.warn({ site: this.#site.id, reason: messageOf(error) }, 'notes of guards were not read')
      return null
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#context.clock.after(busyPauseMs, resolve))
  }

  /** Brings the old version back: from the guard's copy, else from the public directory unless `onlyCopy`. */
  async restore(item: RunItem, { onlyCopy = false }: { onlyCopy?: boolean } = {}): Promise<Restoration> {
    if (item.type !== 'plugin' && item.type !== 'theme')
      return { state: 'failed', message: 'WordPress and translations have no way back.' }
    try {
      const restored = await this.#restoreFromCopy(item)
      if (restored && restored.outcome !== 'not_armed' && restored.outcome !== 'failed') {
        const { outcome, message } = restored
        const state = outcome === 'restored' || outcome === 'deactivated' ? outcome : 'failed'
        this.#record(item, outcome, message)
        return { state, message, ...(outcome === 'stood_down' && { isStoodDown: true as const }) }
      }
      if (onlyCopy) return { state: 'failed', message: restored?.message ?? noCopy }
      return await this.#installOld(item.type, item)
    } catch (error) {
      throwIfInterrupted(error)
      return { state: 'failed', message: messageOf(error) }
    }
  }

  /** Puts the copy back over software that is not the expected one. The directory has only that. */
  async putBack(item: RunItem): Promise<Restoration> {
    try {
      const restored = await this.#restoreFromCopy(item)
      if (restored?.outcome === 'restored') this.#record(item, 'restored', restored.message)
      if (restored) return { state: restored.outcome === 'restored' ? 'restored' : 'failed', message: restored.message }
    } catch (error) {
      throwIfInterrupted(error)
      return { state: 'failed', message: messageOf(error) }
    }
    return { state: 'failed', message: 'There is no copy of it. Restore the site from a backup.' }
  }

  /** While the guard itself restores, the site is asked again. Undefined: no guard. */
  async #restoreFromCopy(item: RunItem): Promise<RestoreOutcome | undefined> {
    const id = this.#ids.get(itemKey(item))
    if (id === undefined) return undefined
    for (let read = 1; ; read++) {
      const [restored] = await restoreFromGuard(this.#context, this.#site, [id], { how: this.#how }).catch(
        async (error: unknown) => {
          throwIfInterrupted(error)
          // Nothing on the site answers now; it is tried again until the guard expires.
          await restoreLater(this.#context, this.#site, [id])
          throw error
        },
      )
      if (restored?.outcome !== 'busy' || read === maxBusyReads) return restored
      await this.#pause()
    }
  }

  /** A version with a known vulnerability is never installed automatically. */
  async #installOld(type: 'plugin' | 'theme', { slug, name, from: version }: RunItem): Promise<Restoration> {
    const old = { type, slug, version }
    if ((await findVulnerableVersions(this.#context.db, [old])).has(versionKey(old)))
      return {
        state: 'failed',
        message: `${name} ${version} has a known vulnerability, so it was not installed again.`,
      }
    const { outcome, message } = await installExactVersion(this.#context, this.#site, old, this.#how)
    if (outcome !== 'done') return { state: 'failed', message }
    const sentence = `Version ${version} was installed from the public directory.`
    this.#record(old, 'restored', sentence)
    return { state: 'restored', message: sentence }
  }

  /** Removes the guards. What cannot be removed now expires by itself. */
  async disarm(): Promise<void> {
    if (this.#ids.size === 0) return
    try {
      await disarmGuard(this.#context, this.#site, [...this.#ids.values()], { how: this.#how })
      for (const record of this.#records.values()) if (record.state === 'armed') record.state = 'disarmed'
    } catch (error) {
      throwIfInterrupted(error)
      this.#context.log.warn({ site: this.#site.id, reason: messageOf(error) }, 'guards were not removed')
    }
  }

  #addArmed({ id, item, probeHeaders, direct }: ArmedGuard): void {
    this.#ids.set(itemKey(item), id)
    this.#tokens = [...new Set([...this.#tokens, ...Object.values(probeHeaders)])]
    this.#record(item, 'armed', describeDirectWay(direct))
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
