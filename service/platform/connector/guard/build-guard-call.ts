import { ConnectorError } from '../errors.ts'
import { guardCallTemplate } from './guard-call-template.ts'
import { guardPluginTemplate } from './guard-plugin-template.ts'

/** An item to guard, as sent to the site. */
export interface GuardData {
  id: string
  type: 'plugin' | 'theme'
  slug: string
  version: string
  vulnerable: boolean
}

export type GuardRequest =
  /** `now`: our time in Unix seconds; signed requests are compared with it. */
  | { action: 'arm'; guards: readonly GuardData[]; token: string; seconds: number; now: number }
  | { action: 'disarm' | 'note' | 'restore'; guards: readonly { id: string }[] }
  | { action: 'inspect'; guards: readonly Pick<GuardData, 'id' | 'type' | 'slug'>[] }
  | { action: 'sweep'; keep: readonly string[] }

const idPattern = /^[0-9a-f]{32}$/
const tokenPattern = /^[0-9a-f]{64}$/
const slugPatterns = {
  plugin: /^[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}(\/[A-Za-z0-9_][A-Za-z0-9._ -]{0,99})?\.php$/,
  theme: /^[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}(\/[A-Za-z0-9_][A-Za-z0-9._ -]{0,99})?$/,
}
const versionPattern = /^[0-9A-Za-z][0-9A-Za-z._+~ ()-]{0,39}$/

/** Whether the headers of an item can be asked for. */
export const canBeInspected = ({ type, slug }: Pick<GuardData, 'type' | 'slug'>): boolean =>
  slugPatterns[type].test(slug)

/** Whether a guard can be asked for: slugs and versions with other characters are not sent. */
export const canBeGuarded = ({ type, slug, version }: Pick<GuardData, 'type' | 'slug' | 'version'>): boolean =>
  slugPatterns[type].test(slug) && versionPattern.test(version)

/**
 * The code of a guard call. Beside the constant `hideVersionCode` it is the only PHP that is ever sent to a site. Both templates are constants of the repository; ids, slugs,
 * versions and times are data: JSON in base64, checked here and again on the site.
 */
export function buildGuardCall(request: GuardRequest): string {
  requireValid(request)
  const encoded = Buffer.from(JSON.stringify(dataOf(request))).toString('base64')
  return guardCallTemplate
    .replace('%%PLUGIN%%', () => guardPluginTemplate.trimEnd())
    .replace('%%DATA%%', () => encoded)
    .trim()
}

/** Named one by one, so that a value with more fields sends no more. */
function dataOf(request: GuardRequest) {
  const { action } = request
  if (action === 'sweep') return { action, guards: [], keep: request.keep }
  if (action === 'inspect') return { action, guards: request.guards.map(({ id, type, slug }) => ({ id, type, slug })) }
  if (action !== 'arm') return { action, guards: request.guards.map(({ id }) => ({ id })) }
  const { token, seconds, now } = request
  const guards = request.guards.map(({ id, type, slug, version, vulnerable }) => ({
    id,
    type,
    slug,
    version,
    vulnerable,
  }))
  return { action, token, seconds, now, guards }
}

function requireValid(request: GuardRequest): void {
  const ids = request.action === 'sweep' ? request.keep : request.guards.map(({ id }) => id)
  const isValid =
    ids.every((id) => idPattern.test(id)) &&
    (request.action !== 'inspect' || request.guards.every(canBeInspected)) &&
    (request.action !== 'arm' ||
      (tokenPattern.test(request.token) &&
        Number.isSafeInteger(request.seconds) &&
        Number.isSafeInteger(request.now) &&
        request.guards.every((guard) => canBeGuarded(guard) && typeof guard.vulnerable === 'boolean')))
  if (!isValid)
    throw new ConnectorError('svc_invalid_input', 'This item cannot be guarded: its name or version is unusual.')
}
