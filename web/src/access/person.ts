import type { RowOf } from '../api/call.ts'

export type Person = RowOf<'list-users'>
