import type { Translation } from '../../texts/define-texts.ts'
import type { addTexts } from './add-texts.ts'

export default {
  address: 'Adresse',
  whereWordpressItselfAnswers: 'Wo WordPress selbst antwortet, mit seinem Ordner, falls es einen hat.',
  preview: 'Vorschau der Website',
  screenshot: 'Screenshot der Startseite',
  noPreview: 'Die Startseite konnte nicht gelesen werden; deshalb gibt es keine Vorschau. {reason}',
  administrator: 'Administrator',
  theLoginNameNot: 'Der Anmeldename, nicht die E-Mail-Adresse. Flotilla handelt unter ihm.',
  password: 'Passwort',
  usedOnceToConnect:
    'Wird einmal zum Verbinden verwendet und nie gespeichert. Leer lassen, wenn die Website ohne verbindet.',
  moreAboutThisSite: 'Mehr zu dieser Website',
  name: 'Name',
  leftEmptyTheTitle: 'Leer: der Titel, den die Website sich gibt.',
  client: 'Kunde',
  noClient: 'Kein Kunde',
  tags: 'Schlagwörter',
  addATag: 'Schlagwort hinzufügen',
  uniqueSecurityId: 'Eindeutige Sicherheits-ID',
  onlyIfTheConnectors: 'Nur, wenn die Einstellungen des Connectors auf der Website eine zeigen.',
  userNameOfThe: 'Benutzername des Webservers',
  onlyIfItAsks: 'Nur, wenn er vor WordPress einen verlangt.',
  itsPassword: 'Sein Passwort',
  checkTheCertificateOf: 'Zertifikat der Website prüfen',
  switchItOffOnly: 'Nur für eine eigene Website mit selbst erstelltem Zertifikat ausschalten.',
  addAndConnect: 'Hinzufügen und verbinden',
  keepItConnectLater: 'Behalten, später verbinden',
  addASite: 'Website hinzufügen',
  importMany: 'Mehrere importieren',
  flotillaTalksToWordpress: 'Flotilla spricht mit WordPress über ein kleines Connector-Plugin auf der Website.',
  yourRoleOnlyLooks: 'Sie haben nur Lesezugriff',
  askAManagerOr: 'Bitten Sie einen Manager oder Administrator, Websites hinzuzufügen.',
  theSite: 'Die Website',
  beforeYouBegin: 'Bevor Sie beginnen',
  messagePutItRight: '{message} Beheben Sie das auf der Seite der Website und verbinden Sie sie dort neu.',
  theFirstSyncAsking:
    '<span></span> Die erste Synchronisierung: Versionen, Plugins, Themes und Aktualisierungen werden abgefragt …',
  theSiteIsConnected:
    'Die Website ist verbunden, aber die erste Synchronisierung ist fehlgeschlagen. {message} <button>Erneut versuchen</button>',
  goToTheSite: 'Zur Website',
  goToItsConnection: 'Zur Verbindung',
  addAnother: 'Weitere hinzufügen',
  everythingIsUpTo: 'Hier ist alles aktuell.',
  pending: '{pending, plural, one {# Aktualisierung steht} other {# Aktualisierungen stehen}} auf dieser Website an.',
  inTheWholeFleet:
    'Im ganzen Bestand: <b>{total, plural, one {# Aktualisierung} other {# Aktualisierungen}}</b> auf <b2>{sites, plural, one {# Website} other {# Websites}}</b2>.',
  lookAtThePlan: 'Plan ansehen und aktualisieren',
  allUpdates: 'Alle Aktualisierungen',
  installPending: '{pending, plural, one {# Aktualisierung} other {# Aktualisierungen}} auf {site} installieren',
  signInToThe: 'Melden Sie sich im WordPress-Adminbereich der Website als Administrator an.',
  underPluginsAddNew:
    'Suchen Sie unter Plugins, Installieren nach <b>MainWP Child</b>, dem Connector, mit dem Flotilla spricht, installieren und aktivieren Sie ihn.',
  comeBackAndAdd:
    'Kommen Sie zurück und fügen Sie die Website mit ihrer Adresse sowie Anmeldename und Passwort dieses Administrators hinzu. Das Passwort wird einmal verwendet und nie gespeichert.',
  ifTheConnectorsSettings:
    'Wenn die Einstellungen des Connectors eine eindeutige Sicherheits-ID zeigen, geben Sie sie auch ein. Wenn sie sagen, dass die Website mit einem anderen Dashboard verbunden ist, klicken Sie dort zuerst auf Disconnect.',
  isConnected: '{name} ist verbunden',
  isKept: '{name} ist hinzugefügt, aber nicht verbunden',
} satisfies Translation<typeof addTexts>
