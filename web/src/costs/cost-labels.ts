import type { Option } from '../ui/form/fields.tsx'
import { costsTexts } from './costs-texts.ts'

export const costStatusLabels: Record<string, string> = {
  active: costsTexts.active,
  onhold: costsTexts.onHold,
  pending_cancelation: costsTexts.beingCancelled,
  canceled: costsTexts.cancelled,
  expired: costsTexts.expired,
}

export const intervalLabels: Record<string, string> = {
  weekly: costsTexts.everyWeek,
  monthly: costsTexts.everyMonth,
  quarterly: costsTexts.everyQuarter,
  yearly: costsTexts.everyYear,
  disabled: costsTexts.doesNotRenew,
}

export const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
