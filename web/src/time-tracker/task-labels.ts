import type { Option } from '../ui/form/fields.tsx'
import { taskStatusTexts } from './task-status-texts.ts'

const statusTexts = taskStatusTexts as Readonly<Record<string, string>>

/** The label of a work or billing status. */
export const statusLabel = (status: string): string => statusTexts[status] ?? status.replaceAll('_', ' ')

export const taskStatuses = ['pending', 'in_progress', 'on_hold', 'completed', 'canceled'] as const
export const paymentStatuses = [
  ...(['unbilled', 'draft', 'sent', 'pending', 'paid', 'partially_paid'] as const),
  ...(['overdue', 'canceled', 'disputed', 'refunded', 'write_off'] as const),
] as const

export const asOptions = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: statusLabel(value) }))
