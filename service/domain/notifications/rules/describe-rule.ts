import type { z } from 'zod'
import { isoTime } from '../../../operation/shapes.ts'
import { EventTypeName } from '../../events/index.ts'
import type { NotificationRule } from './rule.ts'
import type { RuleRow } from './rule-store.ts'

export const describeRule = (row: RuleRow): z.input<typeof NotificationRule> => ({
  ...row,
  // Stored by the operations, which accept only known types. A type that a later release removes must not break the list.
  types: row.types.filter((type) => EventTypeName.safeParse(type).success) as z.input<typeof NotificationRule>['types'],
  muted_until: isoTime(row.muted_until),
  created_at: isoTime(row.created_at),
})
