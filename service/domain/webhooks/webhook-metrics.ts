import type { FeatureGauge } from '../../operation/feature.ts'
import type { CounterDefinition } from '../../platform/metrics.ts'
import { countEndpointsByState } from './endpoint-store.ts'

export const webhookAttempts: CounterDefinition = {
  name: 'flotilla_webhook_attempts_total',
  help: 'Calls of webhooks by this process: delivered, failed and repeated later, or given up.',
  labels: { result: ['delivered', 'retried', 'given_up'] },
}

const endpoints: FeatureGauge = {
  name: 'flotilla_webhook_endpoints',
  help: 'Webhooks by state: working, failing (the last call failed), switched_off after failures, or off.',
  labelNames: ['state'],
  async read({ db }) {
    const counted = await countEndpointsByState(db)
    return (['working', 'failing', 'switched_off', 'off'] as const).map((state) => ({
      labels: { state },
      value: counted[state],
    }))
  },
}

export const webhookGauges = [endpoints]
