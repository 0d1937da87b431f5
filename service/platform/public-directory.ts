import { OutboundError } from './outbound/errors.ts'
import type { Outbound } from './outbound/http-client.ts'
import { trimEndOf } from './trim-end.ts'

/** The programming interface of the public directory of WordPress; settings and tests can name another server. */
export const publicDirectoryApi = 'https://api.wordpress.org'

const maxBytes = 4_000_000
const deadlines = { connect: 10_000, headers: 10_000, idle: 5_000, total: 20_000 }

/** The directory gave no answer that can be read; the message says why. */
export class DirectoryError extends Error {}

interface DirectoryQuestion {
  type: 'plugin' | 'theme'
  /** One item by its name, or a search. */
  action: 'information' | 'query'
  request: Record<string, string>
  /** Further fields of the answer, and those to leave out. */
  fields: { with?: readonly string[]; without: readonly string[] }
}

/** Asks the public directory. The answer is JSON, but otherwise hostile. It answers 404 for items that it closed or does not have. */
export async function askDirectory(
  { outbound }: { outbound: Outbound },
  api: string,
  { type, action, request, fields }: DirectoryQuestion,
): Promise<{ status: number; answer: unknown }> {
  if (api === '') throw new DirectoryError('its address is empty in the settings')
  const query = new URLSearchParams({ action: action === 'query' ? `query_${type}s` : `${type}_information` })
  for (const [name, value] of Object.entries(request)) query.set(`request[${name}]`, value)
  for (const field of fields.with ?? []) query.set(`request[fields][${field}]`, '1')
  for (const field of fields.without) query.set(`request[fields][${field}]`, '0')
  try {
    const { status, body } = await outbound.request({
      url: `${trimEndOf(api, '/')}/${type}s/info/1.2/?${query}`,
      headers: { accept: 'application/json' },
      deadlines,
      maxBytes,
      maxDecodedBytes: maxBytes,
    })
    if (status !== 200 && status !== 404) throw new DirectoryError(`it answered with status ${status}`)
    return { status, answer: JSON.parse(body.toString('utf8')) }
  } catch (error) {
    if (error instanceof OutboundError) throw new DirectoryError(error.message)
    if (error instanceof SyntaxError) throw new DirectoryError('its answer could not be read')
    throw error
  }
}
