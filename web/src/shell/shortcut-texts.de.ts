import type { Translation } from '../texts/define-texts.ts'
import type { shortcutTexts } from './shortcut-texts.ts'

export default {
  title: 'Tastenkürzel',
  close: 'Schließen',
  search: 'In dieser Tabelle suchen, oder überall',
  find: 'Website, Kunde oder Seite suchen, oder eingeben, was zu tun ist',
  help: 'Diese Liste anzeigen',
  next: 'Nächste Zeile',
  previous: 'Vorige Zeile',
  select: 'Zeile auswählen',
  actions: 'Aktionen der Zeile öffnen',
  open: 'Zeile öffnen',
  today: 'Zu Heute',
  overview: 'Zur Übersicht',
  sites: 'Zu den Websites',
  updates: 'Zu den Aktualisierungen',
  monitors: 'Zu den Monitoren',
  security: 'Zur Sicherheit',
  clients: 'Zu den Kunden',
  jobs: 'Zu den Aufträgen',
  reports: 'Zu den Berichten',
} satisfies Translation<typeof shortcutTexts>
