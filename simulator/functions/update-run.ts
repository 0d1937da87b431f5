import { pause } from '../clock.ts'
import type { UpdateBehaviour, UpdateBehaviourOptions } from '../faults/update-behaviours.ts'
import type { Offer } from '../site/model.ts'
import { isReleaseEffect } from '../site/releases.ts'
import type { Site } from '../site/site.ts'
import { type Call, Cut, PhpFatal, UnderMaintenance } from './call.ts'

/** An item as an update sees it. */
export interface Updatable {
  version: string
  offer: Offer | null
}

export interface Outcome {
  readonly slug: string
  readonly item: Updatable | undefined
  readonly before: string
  /** The reported result. */
  readonly result: 'updated' | 'nothing' | 'failed' | 'rolled back' | 'skipped'
  readonly reportedVersion: string | undefined
  readonly error?: string
  readonly codes?: string
}

interface Planned {
  readonly slug: string
  readonly item: Updatable | undefined
  /** At the start of the run. */
  readonly offer: Offer | null
  readonly behaviour: UpdateBehaviour
  readonly options: UpdateBehaviourOptions
  /** Number of other calls that update the same item. */
  readonly rivals: number
}

/** Updates a list of items in one run, with all their faults. */
export async function runUpdates(
  call: Call,
  kind: string,
  slugs: readonly string[],
  find: (slug: string) => Updatable | undefined,
  closesSite: boolean,
): Promise<Outcome[]> {
  const { site } = call
  const planned = slugs.map((slug): Planned => {
    const { behaviour, options } = site.faults.updateBehaviour(slug)
    const rivals = site.running.get(slug) ?? 0
    site.running.set(slug, rivals + 1)
    const item = find(slug)
    return { slug, item, offer: item?.offer?.hidden ? null : (item?.offer ?? null), behaviour, options, rivals }
  })
  const has = (behaviour: UpdateBehaviour) => planned.find((plan) => plan.behaviour === behaviour)
  try {
    if (has('error-before')) throw new PhpFatal()
    if (has('maintenance-instead')) throw new UnderMaintenance()
    await takeTime(site, closesSite)
    const outcomes = planned.map((plan) => perform(call, kind, plan))
    if (has('breaks')) site.frontPage = { ...site.frontPage, fatalError: true }
    if (has('error-after')) throw new PhpFatal()
    if (has('cut-after')) throw new Cut()
    const closed = has('maintenance-after')
    if (closed) stayClosed(site, closed.options.delay ?? 3000)
    return outcomes
  } finally {
    for (const slug of slugs) {
      const left = (site.running.get(slug) ?? 1) - 1
      if (left <= 0) site.running.delete(slug)
      else site.running.set(slug, left)
    }
  }
}

/** While files are replaced, WordPress answers 503. */
async function takeTime(site: Site, closesSite: boolean): Promise<void> {
  const { updateDuration, clock } = site.fleetSettings
  if (updateDuration <= 0) return
  if (closesSite) site.maintenance = true
  await pause(clock, updateDuration)
  if (closesSite) site.maintenance = false
}

function stayClosed(site: Site, milliseconds: number): void {
  site.maintenance = true
  site.fleetSettings.clock.after(milliseconds, () => {
    site.maintenance = false
  })
}

function perform({ site, effects }: Call, kind: string, plan: Planned): Outcome {
  const { slug, item, offer, behaviour, rivals } = plan
  const before = item?.version ?? ''
  const outcome = (result: Outcome['result'], more: Partial<Outcome> = {}): Outcome => ({
    slug,
    item,
    before,
    result,
    reportedVersion: item?.version,
    ...more,
  })
  if (behaviour === 'requirement-not-met') return outcome('skipped')
  // Of simultaneous runs the second loses its files and the third finds nothing to do.
  if (rivals > 1 || !item || !offer) return outcome('nothing')
  const restored = 'Could not move the old version to the upgrade-temp-backup directory.'
  if (rivals === 1)
    return outcome('rolled back', { error: restored, codes: 'fs_temp_backup_move,mainwp_update_error_code' })
  if (behaviour === 'download-failure')
    return outcome('failed', { error: 'Download failed.', codes: 'download_failed' })
  if (behaviour === 'rollback') {
    const error = 'The update could not be installed. The previous version has been restored.'
    return outcome('rolled back', { error, codes: 'copy_failed,mainwp_update_error_code' })
  }
  if (behaviour === 'needs-newer-php') {
    const codes = 'incompatible_php_required_version,mainwp_update_error_code'
    return outcome('rolled back', { error: 'The package could not be installed.', codes })
  }
  if (behaviour === 'read-only' || site.filesReadOnly)
    return outcome('failed', { error: 'Could not create directory.', codes: 'mkdir_failed_plugins' })
  if (behaviour === 'false-success') return outcome('updated')
  if (behaviour === 'lie') return outcome('updated', { reportedVersion: offer.version })
  const version = behaviour === 'other-version' ? `${offer.version}.99` : offer.version
  item.version = version
  if (behaviour !== 'stale-offer') item.offer = null
  effects.push({ what: `${kind} updated`, subject: slug, from: before, to: version })
  if (isReleaseEffect(behaviour) && (kind === 'plugin' || kind === 'theme'))
    site.releases.install({ kind, slug, version, effect: behaviour, delay: plan.options.delay }, site.guards)
  return outcome('updated', { reportedVersion: version })
}
