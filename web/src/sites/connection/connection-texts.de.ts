import type { Translation } from '../../texts/define-texts.ts'
import type { connectionTexts } from './connection-texts.ts'

export default {
  thisSiteBelongsTo: 'Diese Website gehört zu einem anderen Dashboard oder zu einem anderen Administrator.',
  pressDisconnectThereThe: 'Klicken Sie dort auf Disconnect. Das andere Dashboard verliert die Website.',
  comeBackAndTry: 'Kommen Sie zurück und versuchen Sie es erneut; Ihre Eingaben bleiben hier.',
  isTheConnectorPlugin:
    'Ist das Connector-Plugin auf dieser Website installiert und aktiv? Es heißt MainWP Child und ist im Plugin-Verzeichnis von WordPress. Ist die Adresse die von WordPress selbst, mit seinem Ordner, falls es einen hat?',
  goToTheSite: 'Zur bereits vorhandenen Website',
  openTheAddressIn:
    'Öffnen Sie die Adresse in einem Browser. Wenn sie sich dort öffnet, blockiert vielleicht eine Firewall diesen Server: Lassen Sie seine IP-Adresse zu.',
  theWebServerAsks:
    'Der Webserver verlangt einen eigenen Benutzernamen und ein Passwort. Geben Sie sie unter „Mehr zu dieser Website“ ein.',
  useTheHttpsAddress: 'Verwenden Sie die https-Adresse. Über http könnte jeder auf dem Weg mitlesen und eingreifen.',
  test: 'Test',
  testTheConnection: 'Verbindung testen',
  fetchesTheFrontPage: 'Ruft die Startseite ab und fragt dann den Connector nach dem Zustand der Website.',
  theFrontPageAnswered: 'Die Startseite antwortete mit {httpstatus} nach {responsetimems} ms.',
  theSiteDidNot:
    'Die Website hat nicht geantwortet. Stimmt ihre Adresse, läuft sie, und darf dieser Server sie aufrufen?',
  theConnectorAnsweredAnd: 'Der Connector hat geantwortet, und die Website ist synchronisiert.',
  theConnectorAnsweredBut: 'Der Connector hat geantwortet, aber nicht auf alles: {join}',
  theConnectorWasNot: 'Der Connector wurde nicht gefragt, weil die Website nicht verbunden ist. Verbinden Sie sie neu.',
  siteIsConnected: '{site} ist verbunden.',
  reconnect: 'Neu verbinden',
  connected: 'Verbunden.',
  usuallyAPressOn:
    'Meist genügt ein Klick auf die Schaltfläche. Wenn die Website umgezogen ist oder uns vergessen hat, korrigieren Sie die Adresse oder geben Sie das Passwort des Administrators an; es wird einmal verwendet und nie gespeichert.',
  address: 'Adresse',
  administrator: 'Administrator',
  password: 'Passwort',
  uniqueSecurityId: 'Eindeutige Sicherheits-ID',
  onlyIfTheConnectors: 'Nur, wenn die Einstellungen des Connectors auf der Website eine zeigen.',
  webServerUserName: 'Benutzername des Webservers',
  onlyIfTheWeb: 'Nur, wenn der Webserver einen verlangt.',
  webServerPassword: 'Passwort des Webservers',
  checkTheCertificateOf: 'Zertifikat der Website prüfen',
  switchItOffOnly: 'Nur für eine eigene Website mit selbst erstelltem Zertifikat ausschalten.',
  theAddressChangesFrom:
    'Die Adresse ändert sich von {before} zu {after}. Signierte Aufrufe ruhen, bis die Website neu verbunden ist, und gespeicherte Passwörter werden entfernt: Geben Sie das Passwort des Administrators ein. Wird die Adresse innerhalb von 7 Tagen zurückgeändert, besteht die Verbindung wieder. Ein Wechsel nur von http zu https behält alles.',
  signInAndOpen:
    'Melden Sie sich im Adminbereich der Website an und öffnen Sie Einstellungen, MainWP Child (<link>öffnen</link>).',
  signIn: 'Melden Sie sich im Adminbereich der Website an und öffnen Sie Einstellungen, MainWP Child.',
} satisfies Translation<typeof connectionTexts>
