import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from 'pg'
import { vi } from 'vitest'

const recorded = new AsyncLocalStorage<string[]>()

/** The statements that one call sends to the database, without those of other work that runs at the same time. */
export async function queriesOf(call: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const original = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [first] = args
    recorded.getStore()?.push(String((first as { text?: string }).text ?? first))
    return Reflect.apply(original, this, args)
  } as typeof original)
  try {
    await recorded.run(statements, call)
    return statements
  } finally {
    spy.mockRestore()
  }
}
