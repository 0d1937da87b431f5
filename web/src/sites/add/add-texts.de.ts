import type { Translation } from '../../texts/define-texts.ts'
import type { addTexts } from './add-texts.ts'

export default {
  address: 'Adresse',
  whereWordpressItselfAnswers: 'Die Adresse von WordPress, mit dem Ordner, falls es einen hat.',
  preview: 'Vorschau der Website',
  screenshot: 'Screenshot der Startseite',
  noPreview: 'Die Startseite konnte nicht gelesen werden; deshalb gibt es keine Vorschau. {reason}',
  administrator: 'Administrator',
  theLoginNameNot: 'Der Anmeldename, nicht die E-Mail-Adresse. Flotilla verwendet dieses Konto.',
  password: 'Passwort',
  usedOnceToConnect:
    'Wird einmal zum Verbinden verwendet und nie gespeichert. Leer lassen, wenn die Website sich ohne Passwort verbindet.',
  moreAboutThisSite: 'Mehr zu dieser Website',
  name: 'Name',
  leftEmptyTheTitle: 'Leer lassen, um den Titel der Website zu verwenden.',
  client: 'Kunde',
  noClient: 'Kein Kunde',
  tags: 'Schlagwörter',
  addATag: 'Schlagwort hinzufügen',
  uniqueSecurityId: 'Eindeutige Sicherheits-ID',
  onlyIfTheConnectors: 'Nur, wenn die Einstellungen des Connectors auf der Website eine zeigen.',
  userNameOfThe: 'Benutzername des Webservers',
  onlyIfItAsks: 'Nur, wenn der Webserver vor WordPress ein Passwort verlangt.',
  itsPassword: 'Passwort des Webservers',
  checkTheCertificateOf: 'Zertifikat der Website prüfen',
  switchItOffOnly: 'Nur für eine eigene Website mit selbstsigniertem Zertifikat ausschalten.',
  addAndConnect: 'Hinzufügen und verbinden',
  keepItConnectLater: 'Hinzufügen, ohne zu verbinden',
  addASite: 'Website hinzufügen',
  importMany: 'Websites importieren',
  flotillaTalksToWordpress: 'Flotilla verwaltet WordPress über ein kleines Connector-Plugin auf der Website.',
  yourRoleOnlyLooks: 'Sie haben nur Lesezugriff',
  askAManagerOr: 'Bitten Sie einen Manager oder Administrator, Websites hinzuzufügen.',
  theSite: 'Die Website',
  beforeYouBegin: 'Bevor Sie beginnen',
  messagePutItRight: '{message} Beheben Sie das auf der Seite der Website und verbinden Sie sie dort neu.',
  theFirstSyncAsking:
    '<span></span> Erste Synchronisierung: Versionen, Plugins, Themes und Aktualisierungen werden gelesen …',
  theSiteIsConnected:
    'Die Website ist verbunden, aber die erste Synchronisierung ist fehlgeschlagen. {message} <button>Erneut versuchen</button>',
  goToTheSite: 'Zur Website',
  goToItsConnection: 'Zur Verbindung',
  addAnother: 'Weitere hinzufügen',
  everythingIsUpTo: 'Alles ist aktuell.',
  pending: '{pending, plural, one {# Aktualisierung ist} other {# Aktualisierungen sind}} für diese Website verfügbar.',
  inTheWholeFleet:
    'Auf allen Websites: <b>{total, plural, one {# Aktualisierung} other {# Aktualisierungen}}</b> auf <b2>{sites, plural, one {# Website} other {# Websites}}</b2>.',
  lookAtThePlan: 'Prüfen und aktualisieren',
  allUpdates: 'Alle Aktualisierungen',
  installPending: '{pending, plural, one {# Aktualisierung} other {# Aktualisierungen}} auf {site} installieren',
  signInToThe: 'Melden Sie sich im WordPress-Adminbereich der Website als Administrator an.',
  underPluginsAddNew:
    'Suchen Sie unter Plugins, Installieren nach <b>MainWP Child</b>, dem Connector-Plugin, das Flotilla verwendet. Installieren und aktivieren Sie es.',
  comeBackAndAdd:
    'Kommen Sie zurück und fügen Sie die Website mit ihrer Adresse sowie Anmeldename und Passwort dieses Administrators hinzu. Das Passwort wird einmal verwendet und nie gespeichert.',
  ifTheConnectorsSettings:
    'Wenn die Einstellungen des Connectors eine eindeutige Sicherheits-ID zeigen, geben Sie sie auch ein. Wenn sie sagen, dass die Website mit einem anderen Dashboard verbunden ist, klicken Sie dort zuerst auf Disconnect.',
  isConnected: '{name} ist verbunden',
  isKept: '{name} ist hinzugefügt, aber nicht verbunden',
} satisfies Translation<typeof addTexts>
