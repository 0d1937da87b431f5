import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { FaultName, FaultOptions } from '../../../../simulator/index.ts'
import type { ChildSite } from '../child-site.ts'
import type { KeyPair } from '../key-source.ts'
import { keyOf } from '../parts/registration.ts'
import { server } from './fleet.ts'

export interface Attackers {
  sites: ChildSite[]
  stop(): void
}

/** One connected site for each fault, in a separate process: their work uses neither our time nor our memory. */
export async function startAttackers(
  keyPair: KeyPair,
  faults: readonly (FaultOptions & { name: FaultName })[],
): Promise<Attackers> {
  const facts = JSON.stringify({ publicKeyPem: keyPair.publicKeyPem, faults })
  const child = fork(new URL('./attackers-process.ts', import.meta.url), [facts])
  const [urls] = (await once(child, 'message')) as [string[]]
  const key = keyOf(keyPair)
  return {
    sites: urls.map((url, id) => ({
      id: `attacker ${id}`,
      label: url,
      url,
      verifyTls: true,
      admin: 'admin',
      server,
      key,
    })),
    stop: () => void child.kill(),
  }
}
