import { advanced } from './groups/advanced.ts'
import { costTracker } from './groups/cost-tracker.ts'
import { dashboardInsights } from './groups/dashboard-insights.ts'
import { emails, type MailGroup, type MailType, mailTypes } from './groups/emails.ts'
import { general } from './groups/general.ts'
import { monitoring } from './groups/monitoring.ts'
import { signInGroup } from './groups/sign-in.ts'
import { tools } from './groups/tools.ts'
import type { SettingsGroup, ValuesOf } from './setting.ts'

/** The groups with routes of their own. */
export const addressedGroups = {
  general,
  advanced,
  monitoring,
  'cost-tracker': costTracker,
  'dashboard-insights': dashboardInsights,
  tools,
  'sign-in': signInGroup,
}

type Addressed = typeof addressedGroups
type ByGroup = { readonly [Name in keyof Addressed]: ValuesOf<Addressed[Name]['settings']> }
type ByMail = { readonly [Type in MailType as `emails/${Type}`]: ValuesOf<MailGroup['settings']> }

declare module '../../operation/settings.ts' {
  interface SettingsGroups extends ByGroup, ByMail {}
}

/** The groups that every process caches. */
export const cachedGroups: readonly SettingsGroup[] = [
  ...Object.values(addressedGroups),
  ...mailTypes.map((type) => emails[type]),
]
