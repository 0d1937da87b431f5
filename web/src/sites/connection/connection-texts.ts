import { defineTexts } from '../../texts/define-texts.ts'

export const connectionTexts = defineTexts({
  thisSiteBelongsTo: 'This site is connected to another dashboard, or to another administrator.',
  pressDisconnectThereThe: 'Press Disconnect there. The other dashboard loses the site.',
  comeBackAndTry: 'Come back and try again; what you have entered stays here.',
  isTheConnectorPlugin:
    'Is the connector plugin installed and active on this site? It is called MainWP Child and is in the WordPress plugin directory. Is the address that of WordPress itself, with its folder if it has one?',
  goToTheSite: 'Go to the existing site',
  openTheAddressIn:
    'Open the address in a browser. If it opens there, a firewall may block this server: allow its IP address.',
  theWebServerAsks:
    'The web server asks for a user name and password of its own. Enter them under “More about this site”.',
  useTheHttpsAddress: 'Use the https address. Over http, other people can read and change the traffic.',
  test: 'Test',
  testTheConnection: 'Test the connection',
  fetchesTheFrontPage: 'Loads the homepage, then calls the connector plugin.',
  theFrontPageAnswered: 'The homepage answered with {httpstatus} after {responsetimems} ms.',
  theSiteDidNot:
    'The site did not answer. Check its address, whether it is up, and whether it allows calls from this server.',
  theConnectorAnsweredAnd: 'The connector answered, and the site was synced.',
  theConnectorAnsweredBut: 'The connector answered, but some data is missing: {join}',
  theConnectorWasNot: 'The connector was not called, because the site is not connected. Reconnect it.',
  siteIsConnected: '{site} is connected.',
  reconnect: 'Reconnect',
  connected: 'Connected.',
  usuallyAPressOn:
    'Usually “Reconnect” is enough. If the site has moved or no longer accepts the key, correct the address or enter the administrator’s password; it is used once and never stored.',
  address: 'Address',
  administrator: 'Administrator',
  password: 'Password',
  uniqueSecurityId: 'Unique security ID',
  onlyIfTheConnectors: 'Only if the connector’s settings on the site show one.',
  webServerUserName: 'Web server user name',
  onlyIfTheWeb: 'Only if the web server asks for one.',
  webServerPassword: 'Web server password',
  checkTheCertificateOf: 'Check the certificate of the site',
  switchItOffOnly: 'Switch it off only for your own site with a self-signed certificate.',
  theAddressChangesFrom:
    'The address changes from {before} to {after}. Signed calls stop until the site is reconnected, and stored passwords are removed: enter the administrator’s password. Changing the address back within 7 days restores the connection. A change from http to https alone keeps everything.',
  signInAndOpen: 'Sign in to the site’s own admin and open Settings, MainWP Child (<link>open it</link>).',
  signIn: 'Sign in to the site’s own admin and open Settings, MainWP Child.',
})
