import { defineTexts } from '../../texts/define-texts.ts'

export const connectionTexts = defineTexts({
  thisSiteBelongsTo: 'This site belongs to another dashboard, or to another administrator.',
  pressDisconnectThereThe: 'Press Disconnect there. The other dashboard loses the site.',
  comeBackAndTry: 'Come back and try again; what you have entered stays here.',
  isTheConnectorPlugin:
    'Is the connector plugin installed and active on this site? It is called MainWP Child and is in the WordPress plugin directory. Is the address that of WordPress itself, with its folder if it has one?',
  goToTheSite: 'Go to the site that is already here',
  openTheAddressIn:
    'Open the address in a browser. If it opens there, a firewall may keep this server out: let its IP address through.',
  theWebServerAsks:
    'The web server asks for a user name and password of its own. Enter them under “More about this site”.',
  useTheHttpsAddress: 'Use the https address. Over http anybody on the way could read along and take part.',
  test: 'Test',
  testTheConnection: 'Test the connection',
  fetchesTheFrontPage: 'Fetches the front page, then asks the connector how the site is.',
  theFrontPageAnswered: 'The front page answered with {httpstatus} after {responsetimems} ms.',
  theSiteDidNot: 'The site did not answer. Is its address right, is it up, and may this server call it?',
  theConnectorAnsweredAnd: 'The connector answered, and the site is synced.',
  theConnectorAnsweredBut: 'The connector answered, but not to everything: {join}',
  theConnectorWasNot: 'The connector was not asked, because the site is not connected. Reconnect it.',
  siteIsConnected: '{site} is connected.',
  reconnect: 'Reconnect',
  connected: 'Connected.',
  usuallyAPressOn:
    'Usually a press on the button is enough. If the site has moved or forgotten us, correct the address or give the administrator’s password; it is used once and never stored.',
  address: 'Address',
  administrator: 'Administrator',
  password: 'Password',
  uniqueSecurityId: 'Unique security ID',
  onlyIfTheConnectors: 'Only if the connector’s settings on the site show one.',
  webServerUserName: 'Web server user name',
  onlyIfTheWeb: 'Only if the web server asks for one.',
  webServerPassword: 'Web server password',
  checkTheCertificateOf: 'Check the certificate of the site',
  switchItOffOnly: 'Switch it off only for a site of your own with a self-made certificate.',
  theAddressChangesFrom:
    'The address changes from {before} to {after}. Signed calls stop until the site is reconnected, and stored passwords are removed: enter the administrator’s password. Changing the address back within 7 days restores the connection. A change from http to https alone keeps everything.',
  signInAndOpen: 'Sign in to the site’s own admin and open Settings, MainWP Child (<link>open it</link>).',
  signIn: 'Sign in to the site’s own admin and open Settings, MainWP Child.',
})
