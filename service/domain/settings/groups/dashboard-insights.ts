import { flag } from '../kinds.ts'
import { group, withoutEffect } from '../setting.ts'

export const dashboardInsights = group({
  name: 'dashboard-insights',
  title: 'Dashboard insights settings',
  settings: {
    enable_insights_logging: withoutEffect(
      flag(1, 'Keep a log of what is done to sites.'),
      'the audit trail is always kept, and the module logs has its own switch',
    ),
  },
})
