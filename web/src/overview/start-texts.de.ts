import type { Translation } from '../texts/define-texts.ts'
import type { startTexts } from './start-texts.ts'

export default {
  title: 'Erste Schritte',
  hide: 'Liste ausblenden',
  done: ', erledigt',
  toDo: ', offen',
  connectSite: 'Erste Website verbinden',
  connectSiteHint: 'Fügen Sie eine Website hinzu, oder importieren Sie eine Liste.',
  addSite: 'Website hinzufügen',
  importSites: 'CSV importieren',
  monitor: 'Verfügbarkeit überwachen',
  openMonitors: 'Monitore öffnen',
  alerts: 'Meldungen per E-Mail oder Chat erhalten',
  alertsHint: 'Ohne E-Mail oder Kanal sehen Sie Ausfälle nur im Dashboard.',
  setUpMail: 'E-Mail einrichten',
  addChannel: 'Kanal hinzufügen',
  invite: 'Kollegen einladen',
  openAccess: 'Einladen',
  backup: 'Flotilla sichern',
  backupHint:
    'Verschlüsselt, in einen Ordner oder einen S3-kompatiblen Speicher. Oder führen Sie <code>flotilla backup</code> täglich auf dem Server aus.',
  setUpBackup: 'Sicherungen einrichten',
  backupDone: 'Ich führe den Befehl schon aus',
  installConnector: 'Connector-Plugin auf einer WordPress-Website installieren',
  tryDemo: 'Ohne eigene Websites ausprobieren',
  tryDemoHint:
    'Beenden Sie den Dienst und starten Sie ihn mit <code>npm run demo</code>. Das erstellt simulierte Websites mit Aktualisierungen, Vorfällen und Änderungen und ändert keine echte Website.',
} satisfies Translation<typeof startTexts>
