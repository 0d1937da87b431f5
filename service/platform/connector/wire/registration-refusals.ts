import { ConnectorError } from '../errors.ts'

const settingsPage = "the connector's settings in the site's WordPress admin (Settings, MainWP Child)"

/** The meaning of each refusal and what a person can do. */
const sentences = new Map([
  ['REG_ERROR1', 'The site got no administrator name or no key; check the administrator name and try again.'],
  [
    'REG_ERROR2',
    `The site is already connected to another dashboard, or under another administrator. To free it, open ${settingsPage} and press Disconnect, then try again.`,
  ],
  ['REG_ERROR3', `The site asks for its unique security ID; copy it from ${settingsPage} and enter it here.`],
  ['REG_ERROR4', `The unique security ID is wrong; copy it again from ${settingsPage}.`],
  ['REG_ERROR5', "The site's PHP has no OpenSSL extension; ask its host to switch it on."],
  ['REG_ERROR6', "The site's PHP has no cURL extension; ask its host to switch it on."],
  [
    'REG_ERROR7',
    'The administrator name or the password is wrong. Use the login name, not the e-mail address, and the password of that administrator.',
  ],
  ['REG_ERROR8', 'The administrator name is missing; enter the login name of an administrator of the site.'],
  ['REG_ERROR9', 'That user is not an administrator of the site; enter the login name of an administrator.'],
  [
    'REG_ERROR10',
    `The site has password authentication switched off for this administrator and does not accept Flotilla without it. Switch it on or disconnect the site in ${settingsPage}, then try again.`,
  ],
  [
    'reconnect_failed',
    'The site no longer knows the key and the reconnect token of Flotilla; connect it again with the administrator name and password.',
  ],
])

const passwordNeeded =
  'No password was given, and the site asks for one. Enter the password of that administrator; check that the login name is right, too.'

const keyLost =
  'The site no longer knows the key of Flotilla, and asks for a password before it accepts a new one. Reconnect it with the password of the administrator that Flotilla uses there.'

/** The error for a refused registration, if the code is one. `hadKey`: the site was connected before. */
export function registrationRefusal(
  childCode: string,
  { hasPassword = true, hadKey = false } = {},
): ConnectorError | undefined {
  const sentence =
    childCode === 'REG_ERROR7' && !hasPassword ? (hadKey ? keyLost : passwordNeeded) : sentences.get(childCode)
  if (sentence !== undefined) return new ConnectorError('svc_registration_refused', sentence, { childCode })
  if (!/^REG_ERROR\d+$/.test(childCode)) return undefined
  return new ConnectorError('svc_registration_refused', `The site refused the registration (${childCode}).`, {
    childCode,
  })
}
