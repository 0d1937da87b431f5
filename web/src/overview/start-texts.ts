import { defineTexts } from '../texts/define-texts.ts'

export const startTexts = defineTexts({
  title: 'Get started',
  hide: 'Hide this list',
  done: ', done',
  toDo: ', to do',
  connectSite: 'Connect your first site',
  connectSiteHint: 'Add one site, or import a list.',
  addSite: 'Add a site',
  importSites: 'Import a CSV',
  monitor: 'Monitor uptime',
  openMonitors: 'Open monitors',
  alerts: 'Get alerts by e-mail or chat',
  alertsHint: 'Without e-mail or a channel, you see outages only in the dashboard.',
  setUpMail: 'Set up e-mail',
  addChannel: 'Add a channel',
  invite: 'Invite a colleague',
  openAccess: 'Invite',
  backup: 'Back up Flotilla',
  backupHint:
    'Encrypted, to a folder or to S3-compatible storage. Or run <code>flotilla backup</code> on the server every day.',
  setUpBackup: 'Set up backups',
  backupDone: 'I already run the command',
  installConnector: 'Install the connector plugin on a WordPress site',
  tryDemo: 'Try it without your own sites',
  tryDemoHint:
    'Stop the service and start it with <code>npm run demo</code>. It creates simulated sites with updates, incidents and changes, and does not touch real sites.',
})
