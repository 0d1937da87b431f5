import type { RowOf } from '../api/call.ts'
import type { Tone } from '../ui/badge.tsx'

export type Step = RowOf<'list-update-item-sites'>['step']
export type UpdateType = 'core' | 'plugin' | 'theme' | 'translation'
export type Health = 'ok' | 'degraded' | 'down' | null

export const typeLabels: Record<UpdateType, string> = {
  core: 'WordPress',
  plugin: 'Plugin',
  theme: 'Theme',
  translation: 'Translation',
}

/** Names of the types in run-updates. */
export const runTypes = { core: 'core', plugin: 'plugins', theme: 'themes', translation: 'translations' } as const

export const stepLabels: Record<Step, [Tone, string, string]> = {
  patch: ['good', 'patch', 'A patch: fixes only, the third number changes.'],
  minor: ['note', 'minor', 'A minor release: new features, the second number changes.'],
  major: ['warn', 'major', 'A major release: the first number changes. Read what it says before you install it.'],
  unknown: ['still', 'other', 'The versions do not say how far it goes.'],
}
export const steps: readonly Step[] = ['patch', 'minor', 'major', 'unknown']

/** All outcomes of an update, with tone and label. */
const results: Record<RowOf<'list-update-history'>['result'], [Tone, string]> = {
  updated: ['good', 'Installed'],
  running: ['note', 'Running'],
  not_needed: ['still', 'Already there'],
  skipped: ['warn', 'Skipped'],
  download_failed: ['bad', 'Download failed'],
  rolled_back: ['warn', 'Rolled back'],
  no_effect: ['bad', 'No effect'],
  maintenance: ['warn', 'In maintenance mode'],
  not_reached: ['bad', 'Not reached'],
  refused: ['bad', 'Refused'],
  interrupted: ['warn', 'Interrupted'],
  failed: ['bad', 'Failed'],
  unknown: ['warn', 'Not known'],
}
export const resultLabels = (result: string): [Tone, string] =>
  results[result as keyof typeof results] ?? ['still', result.replaceAll('_', ' ')]
export const allResults = Object.entries(results).map(([value, [, label]]) => ({ value, label }))

export const healthLabels: Record<'ok' | 'degraded' | 'down', [Tone, string]> = {
  ok: ['good', 'Healthy'],
  degraded: ['warn', 'Degraded'],
  down: ['bad', 'Down'],
}
