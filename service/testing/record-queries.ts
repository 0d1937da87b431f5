import { Client } from 'pg'
import { vi } from 'vitest'

/** The statements that one call sends to the database, without those of the queue. */
export async function queriesOf(call: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await call()
    const texts = query.mock.calls.map(([first]) => String((first as { text?: string }).text ?? first))
    return texts.filter((text) => !text.includes('pgboss'))
  } finally {
    query.mockRestore()
  }
}
