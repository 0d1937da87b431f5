import type { Option } from '../ui/form/fields.tsx'

export const costStatusLabels: Record<string, string> = {
  active: 'Active',
  onhold: 'On hold',
  pending_cancelation: 'Being cancelled',
  canceled: 'Cancelled',
  expired: 'Expired',
}

export const intervalLabels: Record<string, string> = {
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every quarter',
  yearly: 'Every year',
  disabled: 'Does not renew',
}

export const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
