import type { FeatureGauge } from '../../operation/feature.ts'
import type { CounterDefinition, GaugeDefinition } from '../../platform/metrics.ts'
import { checkedStatuses } from './decide-status.ts'
import { countUnheldShares } from './share-store.ts'

export const monitorChecks: CounterDefinition = {
  name: 'flotilla_monitor_checks_total',
  help: 'Checks of monitors that this process recorded, by the status of the monitor afterwards.',
  labels: { status: checkedStatuses },
}

export const watchedMonitors: GaugeDefinition = {
  name: 'flotilla_monitors_watched',
  help: 'Monitors that this process checks, also those that are paused.',
  labelNames: [],
}

export const lateMonitors: GaugeDefinition = {
  name: 'flotilla_monitors_late',
  help: 'Monitors of this process whose check has been due for more than 30 seconds and has not begun.',
  labelNames: [],
}

export const lateAfterMs = 30_000

const unheldShares: FeatureGauge = {
  name: 'flotilla_monitor_shares_unheld',
  help: 'Shares of the monitors, of 64, that no process checks.',
  labelNames: [],
  read: async ({ db }) => [{ labels: {}, value: await countUnheldShares(db) }],
}

export const monitorGauges = [unheldShares]
