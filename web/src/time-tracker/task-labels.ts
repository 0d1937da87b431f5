import type { Option } from '../ui/form/fields.tsx'

export const titleOf = (text: string): string => {
  const plain = text.replaceAll('_', ' ')
  return plain[0]!.toUpperCase() + plain.slice(1)
}

export const taskStatuses = ['pending', 'in_progress', 'on_hold', 'completed', 'canceled'] as const
export const paymentStatuses = [
  ...(['unbilled', 'draft', 'sent', 'pending', 'paid', 'partially_paid'] as const),
  ...(['overdue', 'canceled', 'disputed', 'refunded', 'write_off'] as const),
] as const

export const asOptions = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: titleOf(value) }))
