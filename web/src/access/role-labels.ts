import type { Role } from '../../../contract/client.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { accessTexts } from './access-texts.ts'

/** What each role may do, as a sentence. The rules are in api/permission.ts and in the service. */
export const roleOptions = [
  {
    value: 'administrator',
    label: accessTexts.administrator,
    may: accessTexts.everythingAlsoPeopleKeys,
    not: '',
  },
  {
    value: 'manager',
    label: accessTexts.manager,
    may: accessTexts.theDailyWorkSites,
    not: accessTexts.peopleKeysSettingsModules,
  },
  {
    value: 'viewer',
    label: accessTexts.viewer,
    may: accessTexts.lookingAtEverythingBut,
    not: accessTexts.changingAnything,
  },
] as const satisfies readonly { value: Role; label: string; may: string; not: string }[]

export const scopes = [
  { value: 'read', label: accessTexts.mayRead, hint: accessTexts.lookAtThings },
  { value: 'write', label: accessTexts.write, hint: accessTexts.addAndChangeThings },
  { value: 'delete', label: uiTexts.delete, hint: accessTexts.takeThingsAwayFor },
  { value: 'metrics', label: accessTexts.metrics, hint: accessTexts.readMetricsForExample },
] as const

export type Scope = (typeof scopes)[number]['value']

/** The label of a scope of a key. */
export const scopeLabel = (scope: string): string => scopes.find(({ value }) => value === scope)?.label ?? scope
