import type { TestService } from '../../../testing/test-service.ts'
import type { Probe } from '../probe.ts'
import { recordObservations } from '../record-beats.ts'

export const goodProbe: Omit<Probe, 'at'> = {
  ok: true,
  code: 200,
  ms: 120,
  dnsMs: 5,
  connectMs: 20,
  tlsMs: 40,
  firstByteMs: 50,
  message: '',
  cause: '',
  address: '203.0.113.7',
}
export const badProbe: Omit<Probe, 'at'> = {
  ...goodProbe,
  ok: false,
  code: 500,
  message: 'The site answered 500; expected 200-206.',
  cause: 'status',
}

/** Records checks of a site at these ages (`5m`, `2h`, `3d`), in the given order, without retries. */
export async function seedChecks(
  { db, clock }: Pick<TestService, 'db' | 'clock'>,
  siteId: number,
  checks: [ago: string, probe: 'good' | 'bad', changes?: Partial<Probe>][],
): Promise<void> {
  for (const [ago, kind, changes] of checks) {
    const at = new Date(clock.now().getTime() - milliseconds(ago))
    const probe = { ...(kind === 'good' ? goodProbe : badProbe), ...changes, at }
    await recordObservations(db, [{ siteId, probe, maxRetries: 0, intervalMs: 60_000, paused: false }], at)
  }
}

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const milliseconds = (ago: string) => Number.parseFloat(ago) * units[ago.at(-1)!]!
