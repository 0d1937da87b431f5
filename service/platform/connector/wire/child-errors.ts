import { ConnectorError } from '../errors.ts'
import { maxLength } from '../reading/limits.ts'
import { plainText } from '../reading/text.ts'
import { keyword, type WireMap } from '../reading/values.ts'
import { registrationRefusal } from './registration-refusals.ts'

/** The error in an answer with a marker; undefined if there is none. */
export function childErrorIn(payload: WireMap): ConnectorError | undefined {
  const { error } = payload
  if (error === undefined || error === null || error === false || error === '') return undefined
  const childCode = keyword(payload.error_code) || undefined
  const text = plainText(error, maxLength.message)
  return (childCode && registrationRefusal(childCode)) || byCode(childCode) || byText(text) || other(text, childCode)
}

function byCode(childCode: string | undefined): ConnectorError | undefined {
  if (childCode === 'PARSE_ERROR1' || childCode === 'PARSE_ERROR2') return keyRefused(childCode)
  if (childCode !== 'child_plugin_incompatible') return undefined
  const sentence =
    'The connector plugin (MainWP Child) on the site does not know this function; update the plugin there.'
  return new ConnectorError('svc_child_outdated', sentence, { childCode })
}

// These have no code. On sites in other languages they are translated; see `confirm` in caller.ts.
function byText(text: string): ConnectorError | undefined {
  if (text.startsWith('Authentication failed')) return keyRefused()
  if (text.startsWith('Unexisting administrator user') || text.startsWith('User not administrator'))
    return adminUnknown()
  if (text.includes('OPENSSL_ALGO_SHA1')) {
    return new ConnectorError(
      'svc_algorithm_refused',
      'The site refuses the signature algorithm of Flotilla; disconnect and reconnect it.',
    )
  }
  if (text.startsWith('This site already contains a link')) return alreadyConnected()
  return undefined
}

export function keyRefused(childCode?: string): ConnectorError {
  const sentence =
    'The site no longer accepts the key of Flotilla: it was disconnected there, or connected to another dashboard. Reconnect it.'
  return new ConnectorError('svc_key_refused', sentence, { childCode })
}

export function adminUnknown(): ConnectorError {
  return new ConnectorError(
    'svc_admin_unknown',
    'The administrator that Flotilla uses on the site was removed or is no longer an administrator; enter the login name of another one.',
  )
}

export function alreadyConnected(): ConnectorError {
  return new ConnectorError(
    'svc_already_connected',
    "The site is connected to a dashboard. If it is not this one, disconnect it in the connector's settings there.",
  )
}

function other(text: string, childCode: string | undefined): ConnectorError {
  const message = text === '' ? 'The site answered with an error without a text.' : `The site answered: “${text}”`
  return new ConnectorError('svc_site_error', message, { childCode, reason: 'child_error' })
}
