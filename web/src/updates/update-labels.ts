import type { RowOf } from '../api/call.ts'
import type { Tone } from '../ui/badge.tsx'
import { updateTexts } from './update-texts.ts'

export type Step = RowOf<'list-update-item-sites'>['step']
export type UpdateType = 'core' | 'plugin' | 'theme' | 'translation'
export type Health = 'ok' | 'degraded' | 'down' | null

export const typeLabels: Record<UpdateType, string> = {
  core: updateTexts.core,
  plugin: updateTexts.plugin,
  theme: updateTexts.theme,
  translation: updateTexts.translation,
}

/** Names of the types in run-updates. */
export const runTypes = { core: 'core', plugin: 'plugins', theme: 'themes', translation: 'translations' } as const

export const stepLabels: Record<Step, [Tone, string, string]> = {
  patch: ['good', updateTexts.patch, updateTexts.patchMeaning],
  minor: ['note', updateTexts.minor, updateTexts.minorMeaning],
  major: ['warn', updateTexts.major, updateTexts.majorMeaning],
  unknown: ['still', updateTexts.otherStep, updateTexts.otherStepMeaning],
}
export const steps: readonly Step[] = ['patch', 'minor', 'major', 'unknown']

/** All outcomes of an update, with tone and label. */
const results: Record<RowOf<'list-update-history'>['result'], [Tone, string]> = {
  updated: ['good', updateTexts.updated],
  running: ['note', updateTexts.running],
  not_needed: ['still', updateTexts.notNeeded],
  skipped: ['warn', updateTexts.skipped],
  download_failed: ['bad', updateTexts.downloadFailed],
  rolled_back: ['warn', updateTexts.rolledBack],
  no_effect: ['bad', updateTexts.noEffect],
  maintenance: ['warn', updateTexts.maintenance],
  not_reached: ['bad', updateTexts.notReached],
  refused: ['bad', updateTexts.refused],
  interrupted: ['warn', updateTexts.interrupted],
  failed: ['bad', updateTexts.failed],
  unknown: ['warn', updateTexts.unknown],
}
export const resultLabels = (result: string): [Tone, string] =>
  results[result as keyof typeof results] ?? ['still', result.replaceAll('_', ' ')]
export const allResults = Object.entries(results).map(([value, [, label]]) => ({ value, label }))

export const healthLabels: Record<NonNullable<Health>, [Tone, string]> = {
  ok: ['good', updateTexts.ok],
  degraded: ['warn', updateTexts.degraded],
  down: ['bad', updateTexts.down],
}
