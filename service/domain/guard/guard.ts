import type { DirectWay, GuardCulprit, GuardedFiles, GuardSuspect } from '../../platform/connector/parts/guard.ts'

/**
 * Where a guard is in its life. `arming` and `unknown`: the site was called and the outcome is not known. `stood_down`: a person or
 * another program changed what it guards, so it does nothing any more.
 */
export type GuardState =
  | 'arming'
  | 'armed'
  | 'restored'
  | 'deactivated'
  | 'left_broken'
  | 'stood_down'
  | 'disarmed'
  | 'expired'
  | 'refused'
  | 'unknown'

const refusals = {
  snippets_forbidden: 'The site or its host does not let Flotilla run the guard.',
  not_writable: 'The server may not write the folders that the guard needs.',
  symlink: 'The folder is a link or contains links, which the guard does not follow.',
  outside_folder: 'The files are outside of the folder of plugins or themes.',
  too_large: 'The folder is too large to be copied, or the disk has too little space.',
  not_installed: 'It is not installed on the site.',
  other_version: 'Another version is installed on the site. Sync the site.',
  switched_off: 'Guards are switched off for this site by a policy.',
  already_armed: 'An earlier guard of this item has not ended.',
  unsupported_item: 'Its name or version has characters that the guard does not accept.',
  failed: 'The site could not create the guard.',
} as const

export type GuardRefusalReason = keyof typeof refusals

export const describeRefusal = (reason: GuardRefusalReason): string => refusals[reason]

/** The reason that a site gives; an unknown one means that it failed. */
export const toRefusalReason = (reported: string): GuardRefusalReason =>
  Object.hasOwn(refusals, reported) ? (reported as GuardRefusalReason) : 'failed' // hasOwn has checked it.

/** An item whose present version is copied before it is updated. */
export interface GuardedItem {
  type: 'plugin' | 'theme'
  slug: string
  name: string
  /** Installed now. */
  version: string
  /** It has a known vulnerability: it is never restored. A plugin is deactivated instead, a theme is left for a person. */
  vulnerable: boolean
}

export interface ArmedGuard {
  id: string
  item: GuardedItem
  expiresAt: Date
  /** For checks of the site: the guard acts only on requests that prove to come from Flotilla or from itself. */
  probeHeaders: Record<string, string>
  /** Whether it can be asked while the connector is dead. */
  direct: DirectWay | null
}

export interface RefusedGuard {
  item: GuardedItem
  reason: GuardRefusalReason
  message: string
}

export interface GuardNote {
  id: string
  type: 'plugin' | 'theme'
  slug: string
  state: GuardState
  /** Installed now; null if the site does not report it. */
  version: string | null
  culprit: GuardCulprit | null
  /** A fatal error that did not count, for information: anyone may cause one. */
  suspect: GuardSuspect | null
  /** Null: the site did not say. */
  files: GuardedFiles | null
  /** Why it stood down: `changed`, `deleted`, `other_update`, `connector_deactivated`; otherwise empty. */
  reason: string
  /** Whether it can be asked while the connector is dead. */
  direct: DirectWay | null
}

const standDowns = {
  changed: 'The guard stood down: its files were changed on the site after the update.',
  deleted: 'The guard stood down: a person deleted it on the site after the update.',
  other_update: 'The guard stood down: another program updated it on the site after the update.',
  connector_deactivated: 'The guard stood down: a person deactivated the connector plugin on the site.',
} as const

/** Why a guard did not bring the old version back. */
export const describeStandDown = (reason: string): string =>
  // hasOwn has checked it.
  Object.hasOwn(standDowns, reason) ? standDowns[reason as keyof typeof standDowns] : standDowns.changed

/** States in which a guard is still on the site and may act. */
export const isOpen = (state: GuardState): boolean => ['arming', 'armed', 'unknown'].includes(state)

export const guardHeader = 'x-flotilla-guard'

/** What the evidence says about a guard that cannot be asked without the connector; empty if it can. */
export const describeDirectWay = (direct: DirectWay | null): string =>
  direct === 'no_openssl'
    ? 'The site has no OpenSSL: if the connector stops, too, Flotilla cannot ask this guard to restore.'
    : ''
