import type { RowOf } from '../api/call.ts'

export type EmailType = RowOf<'list-email-settings'>
