import type { RowOf } from '../../api/call.ts'

export type Channel = RowOf<'list-notification-channels'>
export type Rule = RowOf<'list-notification-rules'>
export type RuleValues = Omit<Rule, 'id' | 'created_at' | 'muted_until'>
