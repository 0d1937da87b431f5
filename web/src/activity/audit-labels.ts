import { labelOf } from '../texts/sentence.ts'
import { activityTexts } from './activity-texts.ts'

/** Lines of the audit trail keep the name that an operation had. */
const formerNames: Readonly<Record<string, string>> = {
  'reckon-uptimes': 'compute-uptimes',
  'tell-poor-health': 'send-health-alerts',
}

/** `update-site-plugins` → "Update site plugins". */
export const operationLabels = (recorded: string): string => {
  const operation = Object.hasOwn(formerNames, recorded) ? (formerNames[recorded] ?? recorded) : recorded
  const translated = labelOf(operation)
  if (translated !== undefined) return translated
  const text = operation.replaceAll('-', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const participles: Readonly<Record<string, string | undefined>> = {
  activate: activityTexts.wasActivated,
  add: activityTexts.wasAdded,
  check: activityTexts.wasChecked,
  create: activityTexts.wasCreated,
  deactivate: activityTexts.wasDeactivated,
  delete: activityTexts.wasDeleted,
  destroy: activityTexts.wasEnded,
  disconnect: activityTexts.wasDisconnected,
  edit: activityTexts.wasEdited,
  ignore: activityTexts.wasIgnored,
  import: activityTexts.wasImported,
  install: activityTexts.wasInstalled,
  moderate: activityTexts.wasModerated,
  reconnect: activityTexts.wasReconnected,
  renew: activityTexts.wasRenewed,
  suspend: activityTexts.wasSuspended,
  sync: activityTexts.wasSynced,
  tag: activityTexts.wasTagged,
  unsuspend: activityTexts.activeAgain,
  update: activityTexts.wasUpdated,
}

/** The operation as a past event: `add-site` → "Site added". */
export function doneLabels(operation: string): string {
  const translated = labelOf(operation)
  if (translated !== undefined) return translated
  const [verb = '', ...rest] = operation.split('-')
  const done = participles[verb]
  return done === undefined || rest.length === 0
    ? operationLabels(operation)
    : operationLabels([...rest, done].join('-'))
}

/** The recorded input of an operation; empty if it is not an object. */
export function readFields(subject: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(subject)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : {}
  } catch {
    return {}
  }
}
