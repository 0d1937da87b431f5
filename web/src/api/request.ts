import { type Address, isInQuery, pathAndBody } from '../../../client/path-and-body.ts'

export type { Address }

type Fields = Readonly<Record<string, unknown>>

/** Base path of the dashboard without a trailing slash: '' or '/fleet'. */
export const basePath = new URL(document.baseURI).pathname.replace(/\/$/, '')

/** The HTTP request for an operation's input. Filters that are empty are left out. */
export function requestFor(address: Address, input: Fields): { url: string; method: string; body?: Fields } {
  const { path, ...body } = pathAndBody(address, isInQuery(address) ? withoutEmpty(input) : input)
  return { url: basePath + path, method: address.method, ...body }
}

const withoutEmpty = (input: Fields): Fields =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''))
