import { group, withoutEffect } from '../setting.ts'
import { flag } from '../setting-types.ts'

export const dashboardInsights = group({
  name: 'dashboard-insights',
  title: 'Dashboard insights settings',
  settings: {
    enable_insights_logging: withoutEffect(
      flag(1, 'Log changes to sites.'),
      'the audit log is always on, and the module logs can be switched off',
    ),
  },
})
