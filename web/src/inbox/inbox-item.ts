import type { LinkProps } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'

export type InboxItem = RowOf<'list-inbox'>

/** A path of the dashboard from the service, such as /costs?view=renewals. */
export function linkTo(path: string): Pick<LinkProps, 'to' | 'search'> {
  const { pathname, searchParams } = new URL(path, 'http://dashboard')
  return { to: pathname as LinkProps['to'] & string, search: Object.fromEntries(searchParams) as never }
}
