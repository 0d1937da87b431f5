import type { Translation } from '../../texts/define-texts.ts'
import type { connectionTexts } from './connection-texts.ts'

export default {
  thisSiteBelongsTo: 'Diese Website ist mit einem anderen Dashboard oder einem anderen Administrator verbunden.',
  pressDisconnectThereThe: 'Klicken Sie dort auf Disconnect. Das andere Dashboard verliert die Website.',
  comeBackAndTry: 'Kommen Sie zurück und versuchen Sie es erneut; Ihre Eingaben bleiben hier.',
  isTheConnectorPlugin:
    'Ist das Connector-Plugin auf dieser Website installiert und aktiv? Es heißt MainWP Child und ist im Plugin-Verzeichnis von WordPress. Ist die Adresse die von WordPress selbst, mit seinem Ordner, falls es einen hat?',
  goToTheSite: 'Zur bereits vorhandenen Website',
  openTheAddressIn:
    'Öffnen Sie die Adresse in einem Browser. Wenn sie sich dort öffnet, blockiert vielleicht eine Firewall diesen Server: Lassen Sie seine IP-Adresse zu.',
  theWebServerAsks:
    'Der Webserver verlangt einen eigenen Benutzernamen und ein Passwort. Geben Sie sie unter „Mehr zu dieser Website“ ein.',
  useTheHttpsAddress: 'Verwenden Sie die https-Adresse. Über http können andere die Daten mitlesen und ändern.',
  test: 'Test',
  testTheConnection: 'Verbindung testen',
  fetchesTheFrontPage: 'Lädt die Startseite und ruft dann das Connector-Plugin auf.',
  theFrontPageAnswered: 'Die Startseite antwortete mit {httpstatus} nach {responsetimems} ms.',
  theSiteDidNot:
    'Die Website hat nicht geantwortet. Prüfen Sie ihre Adresse, ob sie läuft und ob sie Aufrufe von diesem Server zulässt.',
  theConnectorAnsweredAnd: 'Der Connector hat geantwortet, und die Website wurde synchronisiert.',
  theConnectorAnsweredBut: 'Der Connector hat geantwortet, aber einige Daten fehlen: {join}',
  theConnectorWasNot:
    'Der Connector wurde nicht aufgerufen, weil die Website nicht verbunden ist. Verbinden Sie sie neu.',
  siteIsConnected: '{site} ist verbunden.',
  reconnect: 'Neu verbinden',
  connected: 'Verbunden.',
  usuallyAPressOn:
    'Meist genügt „Neu verbinden“. Wenn die Website umgezogen ist oder den Schlüssel nicht mehr akzeptiert, korrigieren Sie die Adresse oder geben Sie das Passwort des Administrators ein; es wird einmal verwendet und nie gespeichert.',
  address: 'Adresse',
  administrator: 'Administrator',
  password: 'Passwort',
  uniqueSecurityId: 'Eindeutige Sicherheits-ID',
  onlyIfTheConnectors: 'Nur, wenn die Einstellungen des Connectors auf der Website eine zeigen.',
  webServerUserName: 'Benutzername des Webservers',
  onlyIfTheWeb: 'Nur, wenn der Webserver einen verlangt.',
  webServerPassword: 'Passwort des Webservers',
  checkTheCertificateOf: 'Zertifikat der Website prüfen',
  switchItOffOnly: 'Nur für eine eigene Website mit selbstsigniertem Zertifikat ausschalten.',
  theAddressChangesFrom:
    'Die Adresse ändert sich von {before} zu {after}. Signierte Aufrufe ruhen, bis die Website neu verbunden ist, und gespeicherte Passwörter werden entfernt: Geben Sie das Passwort des Administrators ein. Wird die Adresse innerhalb von 7 Tagen zurückgeändert, besteht die Verbindung wieder. Ein Wechsel nur von http zu https behält alles.',
  signInAndOpen:
    'Melden Sie sich im Adminbereich der Website an und öffnen Sie Einstellungen, MainWP Child (<link>öffnen</link>).',
  signIn: 'Melden Sie sich im Adminbereich der Website an und öffnen Sie Einstellungen, MainWP Child.',
} satisfies Translation<typeof connectionTexts>
