import { Client } from 'pg'
import { vi } from 'vitest'
import type { TestService } from './test-service.ts'

/**
 * The statements that one call sends to the database of the service, without those of the queue. Other services of the same test
 * process may be working in the background.
 */
export async function queriesOf(
  call: () => Promise<unknown>,
  service: Pick<TestService, 'connectionString'>,
): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  const database = new URL(service.connectionString).pathname.slice(1)
  try {
    await call()
    return query.mock.calls
      .filter((_, index) => (query.mock.contexts[index] as Client & { database?: string }).database === database)
      .map(([first]) => String((first as { text?: string }).text ?? first))
      .filter((text) => !text.includes('pgboss'))
  } finally {
    query.mockRestore()
  }
}
