import type { Tone } from '../ui/badge.tsx'
import { rollbackTexts } from './rollback-texts.ts'
import { rolloutTexts } from './rollout-texts.ts'

export const rolloutStatuses: Record<string, readonly [Tone, string]> = {
  scheduled: ['still', rolloutTexts.scheduled],
  running: ['note', rolloutTexts.running],
  soaking: ['note', rolloutTexts.soaking],
  paused: ['warn', rolloutTexts.paused],
  finished: ['good', rolloutTexts.finished],
  ended: ['still', rolloutTexts.endedEarly],
}

export const stepStates: Record<string, readonly [Tone, string]> = {
  waiting: ['still', rolloutTexts.waiting],
  running: ['note', rolloutTexts.running],
  updated: ['good', rolloutTexts.updated],
  failed: ['bad', rolloutTexts.failed],
  rolled_back: ['warn', rolloutTexts.rolledBack],
  broken: ['bad', rolloutTexts.broken],
  unknown: ['warn', rolloutTexts.unknown],
  skipped: ['still', rolloutTexts.skipped],
  cancelled: ['still', rolloutTexts.cancelled],
  reverted: ['still', rolloutTexts.reverted],
}

export const rollbackStates: Record<string, readonly [Tone, string]> = {
  waiting: ['still', rollbackTexts.waiting],
  running: ['note', rollbackTexts.running],
  done: ['still', rollbackTexts.done],
  unhealthy: ['bad', rollbackTexts.unhealthy],
  partial: ['warn', rollbackTexts.partial],
  failed: ['bad', rollbackTexts.failed],
  unknown: ['warn', rollbackTexts.unknown],
  skipped: ['still', rollbackTexts.skipped],
  cancelled: ['still', rolloutTexts.cancelled],
}

export const gateLabels: Record<string, string> = {
  status: rolloutTexts.gateStatus,
  error_text: rolloutTexts.gateErrorText,
  blank: rolloutTexts.gateBlank,
  key_text: rolloutTexts.gateKeyText,
  size: rolloutTexts.gateSize,
  time: rolloutTexts.gateTime,
  console: rolloutTexts.gateConsole,
  screenshot: rolloutTexts.gateScreenshot,
  notices: rolloutTexts.gateNotices,
  rest: rolloutTexts.gateRest,
  login: rolloutTexts.gateLogin,
  phone: rolloutTexts.gatePhone,
  newest: rolloutTexts.gateNewest,
  feed: rolloutTexts.gateFeed,
  shop: rolloutTexts.gateShop,
  assets: rolloutTexts.gateAssets,
  admin_screen: rolloutTexts.gateAdminScreen,
  connector: rolloutTexts.gateConnector,
  item: rolloutTexts.gateItem,
}

/** What became of a guard. */
export const guardStates: Record<string, readonly [Tone, string]> = {
  armed: ['note', rolloutTexts.guardArmed],
  disarmed: ['good', rolloutTexts.guardNotNeeded],
  restored: ['warn', rolloutTexts.guardRestored],
  deactivated: ['warn', rolloutTexts.guardDeactivated],
  left_broken: ['bad', rolloutTexts.guardLeftBroken],
  stood_down: ['warn', rolloutTexts.guardStoodDown],
  refused: ['warn', rolloutTexts.guardRefused],
  off: ['still', rolloutTexts.guardOff],
}
