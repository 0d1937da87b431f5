import type { TestProject } from 'vitest/node'
import { type KeyPair, sharedKeySource } from '../platform/connector/key-source.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Shared by all workers: generating one takes a quarter of a second. */
    keyPairs: KeyPair[]
  }
}

/** Enough for a service and the sites seeded in it (test-service.ts, connected-fleet.ts). */
const many = 8

export default async function setup(project: TestProject) {
  const source = sharedKeySource(many)
  project.provide('keyPairs', await Promise.all(Array.from({ length: many }, () => source.take())))
}
