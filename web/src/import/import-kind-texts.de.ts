import type { Translation } from '../texts/define-texts.ts'
import type { importKindTexts } from './import-kind-texts.ts'

export default {
  sitesTitle: 'Websites importieren',
  sitesIntro:
    'Aus einer Tabelle oder dem Export eines anderen Dashboards. Eine Tabelle kann erneut importiert werden: Verbundene Websites bleiben, wie sie sind.',
  sitesDone: 'Die erste Synchronisierung folgt automatisch. <sites>Zu den Websites</sites>',
  clientsTitle: 'Kunden importieren',
  clientsIntro:
    'Eine Zeile mit der E-Mail-Adresse oder ID eines Kunden ändert ihn; jede andere Zeile fügt einen hinzu.',
  clientsDone: '<clients>Zu den Kunden</clients>',
  clientsOtherIds: 'Die IDs stammen aus einer anderen Installation; Kunden werden über ihre E-Mail-Adressen gefunden.',
  costsTitle: 'Kosten importieren',
  costsIntro: 'Eine Zeile mit der ID eines Kostenpostens ändert ihn; jede andere Zeile fügt einen hinzu.',
  costsDone: '<costs>Zu den Kosten</costs>',
  costsOtherIds: 'Die IDs stammen aus einer anderen Installation: Jede Zeile wird hinzugefügt.',
  otherInstallation: 'Die Tabelle stammt aus einer anderen Installation',
  usersTitle: 'Benutzer aus einer Tabelle einladen',
  usersIntro:
    'Jede Person bekommt eine E-Mail mit einem Link und wählt Benutzername und Passwort. Passwörter in der Tabelle werden ignoriert.',
  usersDone: '<users>Zu den Benutzern</users>',
  usersOfSites: 'Benutzer von WordPress-Websites werden auf <page>einer anderen Seite</page> importiert.',
  siteUsersTitle: 'Benutzer von Websites importieren',
  siteUsersIntro:
    'Legt WordPress-Benutzer auf Ihren Websites an, als Auftrag mit einem Ergebnis je Zeile. Wer sich bei Flotilla anmelden soll, wird auf <page>einer anderen Seite</page> eingeladen.',
  siteUsersTargets: 'Websites für Benutzer, deren Zeile keine nennt',
  siteUsersDone: '<users>Zu den Benutzern der Websites</users>',
} satisfies Translation<typeof importKindTexts>
