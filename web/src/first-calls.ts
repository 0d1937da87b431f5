import type { addresses, InputOf, OperationName } from '../../contract/client.ts'

// Not from call.ts: the build imports this file in Node.
type Callable = OperationName & keyof typeof addresses

interface FirstCall {
  name: Callable
  input: Readonly<Record<string, string | number>>
  /** A page of a list. */
  isList: boolean
}

const call = <Name extends Callable>(name: Name, input: InputOf<Name> & FirstCall['input']): FirstCall => ({
  name,
  input,
  isList: false,
})
const list = <Name extends Callable>(name: Name, input: InputOf<Name> & FirstCall['input']): FirstCall => ({
  ...call(name, input),
  isList: true,
})

/** What the account and every page need. */
export const shellCalls: readonly FirstCall[] = [call('get-desk', {})]

/**
 * What pages read first when their address has no parameters, exactly as they read it: the router reads it while the script of the page is
 * loading, and the service lets the browser request it together with the scripts (web/write-preloads.ts).
 */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  '/': [call('get-overview', {}), call('get-overview-history', { days: 30 })],
  '/today': [list('list-inbox', { page: 1, per_page: 50, list: 'open' })],
  '/sites': [list('list-sites-table', { page: 1, per_page: 50, orderby: 'name', order: 'asc' })],
}
