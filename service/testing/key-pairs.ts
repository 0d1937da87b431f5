import type { TestProject } from 'vitest/node'
import { type KeyPair, sharedKeySource } from '../platform/connector/key-source.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** For every worker the same: one takes a quarter of a second to make. */
    keyPairs: KeyPair[]
  }
}

/** As many as a service and the sites that are seeded in it take (test-service.ts, connected-fleet.ts). */
const many = 8

export default async function setup(project: TestProject) {
  const source = sharedKeySource(many)
  project.provide('keyPairs', await Promise.all(Array.from({ length: many }, () => source.take())))
}
