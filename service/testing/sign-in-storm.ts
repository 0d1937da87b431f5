import { hashQueue } from '../domain/access/passwords/password-hash.ts'

/** Takes both places of password hashes and the whole list of those who solved no puzzle. Returns what ends the storm. */
export function beginSignInStorm(): () => Promise<void> {
  const gate = Promise.withResolvers<void>()
  const work = Array.from({ length: 42 }, (_, index) => hashQueue.run(() => gate.promise, { subnet: `storm ${index}` }))
  return async () => {
    gate.resolve()
    await Promise.all(work)
  }
}
