export const maintenanceText = 'Briefly unavailable for scheduled maintenance. Check back in a minute.'

/** WordPress sends these in maintenance, whatever its language. */
export const maintenanceHeaders = {
  'Retry-After': '600',
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
}

/** The page of every address but admin-ajax.php, which sends the text alone. */
export const maintenancePage = `<!DOCTYPE html>
<html dir='ltr'>
<head>
\t<meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />
\t<meta name="viewport" content="width=device-width, initial-scale=1.0">
\t\t<title>Maintenance</title>
</head>
<body id="error-page">
\t<div class="wp-die-message">${maintenanceText}</div></body>
</html>
\t`

/** Texts that clients recognise. */
export const refusals = {
  authentication: 'Authentication failed! Please deactivate and re-activate the MainWP Child plugin on this site.',
  emptySignature:
    'Authentication failed! Please deactivate &amp; re-activate the MainWP Child plugin on this child site and try again.',
  sha1: 'To use OPENSSL_ALGO_SHA1 OpenSSL signature algorithm. Please deactivate &amp; reactivate the MainWP Child plugin on the child site and try again.',
  unknownUser: 'Unexisting administrator user. Please verify that it is an existing administrator.',
  notAdministrator: 'User not administrator. Please use an administrator user to establish the connection.',
  unknownFunction:
    'Required version has not been detected. Please, make sure that you are using the latest version of the MainWP Child plugin on your site.',
  alreadyLinked:
    'This site already contains a link. Please deactivate and reactivate the MainWP plugin.<br/>Hint: Go to the child site, deactivate and reactivate the MainWP Child plugin and try again.',
} as const

export const registrationRefusals = {
  REG_ERROR1:
    'Public key could not be set. Please make sure that the OpenSSL library has been configured correctly on your MainWP Dashboard. For additional help, please check this <strong><a href="https://docs.mainwp.com/troubleshooting/potential-issues" target="_blank">help document</a></strong>.',
  REG_ERROR2:
    'Public key already set. Please deactivate &amp; reactivate the MainWP Child plugin on the child site and try again.',
  REG_ERROR3:
    'This child site is set to require a unique security ID. Please enter it before the connection can be established.',
  REG_ERROR4: 'The unique security ID mismatch! Please correct it before the connection can be established.',
  REG_ERROR5: 'OpenSSL library is required on the child site to set up a secure connection.',
  REG_ERROR6: 'cURL Extension not enabled on the child site server.',
  REG_ERROR7:
    'Unable to connect to the site. Please verify that your Admin Username and Password are correct and try again.',
  REG_ERROR8: 'Administrator user does not exist. Please verify that the user is an existing administrator.',
  REG_ERROR9: 'User is not an administrator. Please use an administrator user to establish the connection.',
  REG_ERROR10:
    'Forced Reconnect requires Administrator Password authentication. Please enable Password Authentication in the MainWP Child Settings on the child site.',
  reconnect_failed: 'Failed to reconnect to the site. Please remove the site and add it again.',
} as const

export type RegistrationRefusal = keyof typeof registrationRefusals
