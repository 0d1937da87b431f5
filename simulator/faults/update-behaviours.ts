import { releaseEffects } from '../site/releases.ts'

/** The possible results of the update (or installation) of one item. */
export const updateBehaviours = {
  success: 'The version changes.',
  'download-failure': 'The package cannot be downloaded; nothing changes.',
  rollback: 'Replacing the files fails; WordPress puts the old version back.',
  'false-success': 'Reports success; the version stays, and the report shows it.',
  lie: 'Reports success and the new version; the old one stays.',
  'other-version': 'Updates to another version than the one offered.',
  'requirement-not-met': 'Skipped without a message in a list; an error when alone.',
  'needs-newer-php': 'WordPress refuses the package, which needs a newer PHP; nothing changes.',
  'stale-offer': 'The version changes, but the offer is still listed.',
  'error-before': '500 without marker; nothing was done.',
  'error-after': '500 without marker; it was done.',
  'cut-after': 'The connection is cut; it was done.',
  'maintenance-instead': '503; nothing was done.',
  'maintenance-after': 'Done and reported, but the site stays in maintenance for a while (delay, 3 s unless given).',
  'read-only': 'The server may not write the files; nothing changes.',
  breaks: 'Done and reported, but the front page then shows a critical error.',
  ...releaseEffects,
} as const

export type UpdateBehaviour = keyof typeof updateBehaviours

export interface UpdateBehaviourOptions {
  /** Returns to success after this many runs. */
  readonly times?: number
  readonly delay?: number
}

export const isUpdateBehaviour = (name: string): name is UpdateBehaviour => Object.hasOwn(updateBehaviours, name)
