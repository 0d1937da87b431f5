import { defineTexts } from '../texts/define-texts.ts'

export const movingInTexts = defineTexts({
  title: 'Move in',
  introduction:
    'Bring all sites from the established dashboard, without connecting any of them again. Nothing changes there until you take over.',
  steps: 'Steps of the move',
  readOnly: 'Only administrators can move sites in',
  readOnlyHint: 'Ask an administrator of this installation.',

  // 1. Export script
  scriptStep: '1. Export script',
  getScript: 'Get the export script',
  scriptPurpose:
    'The script reads the sites, their keys, clients, tags, costs and monitors of the old dashboard and writes one encrypted file. It changes nothing and sends nothing. Only this installation can open the file.',
  createScript: 'Create and download the script',
  scriptSaved: 'Saved {file}. It can be used once, and expires <time></time>.',
  fingerprint: 'Fingerprint',
  fingerprintHint: 'The script shows the same fingerprint. Stop if it differs.',
  howToRun: 'Run it on the server of the old dashboard',
  withWpCli: 'With wp-cli, in the folder of WordPress:',
  wpCliCommand: 'wp eval-file flotilla-export.php > fleet.flotilla',
  asPlugin:
    'Or as a plugin: copy the script to <code>wp-content/plugins</code>, activate “Flotilla export”, open Tools → Flotilla export and press the button.',
  afterwards: 'Then delete the script there, and upload the file here.',
  nextUpload: 'Next: upload the file',
  scripts: 'Scripts that can still be used',
  noScripts: 'No script can be used now',
  noScriptsHint: 'A script can be used for 7 days. A file of an older, used or deleted script cannot be opened.',
  scriptNamed: 'Script {id}',
  scriptDates: 'Created by {user} <created></created>, expires <expires></expires>',
  deleteScript: 'Delete',
  deleteScriptNamed: 'Delete script {id}',
  deleteScriptTitle: 'Delete this script?',
  deleteScriptConsequence: 'Its private key is deleted. A file that the script wrote can then no longer be opened.',
  deletingScript: 'Deleting the script',
  scriptDeleted: 'Script deleted',

  // 2. Upload
  uploadStep: '2. Upload',
  uploadTitle: 'Upload the file that the script wrote',
  uploadHint:
    'It is sent in parts. If the upload is interrupted, choose the same file again: it continues where it stopped. Nothing is imported yet.',
  chooseFile: 'Choose the file',
  uploading: 'Uploading {file}',
  uploadProgress: '{percent, number} % of {file}',
  uploadStopped: 'The upload stopped at {percent, number} %. {reason}',
  continueUpload: 'Continue',
  notAnExport: 'This is not a file of an export script. Its first line must begin with “flotilla-export-1”.',
  lineTooLong: 'This is not a file of an export script: a line of it is too long.',
  incompleteFile:
    'The file ends before its last line, so the export was interrupted. Run the script again, with a new script if this one is older than 7 days.',
  uploadComplete: 'The file is complete. The plan is ready.',
  seePlan: 'See the plan',
  uploads: 'Uploads',
  noUploads: 'Nothing uploaded yet',
  noUploadsHint: 'Uploads are kept for 7 days.',
  unknownSource: 'Not known yet',
  uploadDates: 'Started by {user} <created></created>',
  receiving: 'Incomplete',
  receivingHint: 'Choose the same file again to continue.',
  dumpHint:
    'This dump was not read completely. Jobs shows its progress, or why it failed; then upload the files again.',
  received: 'Ready to import',
  imported: 'Imported',
  expired: 'Expired',
  expiredHint: 'The script was deleted or is older than 7 days. Create a new one and export again.',
  openUpload: 'Open upload {id}',

  // 3. Plan and import
  importStep: '3. Plan and import',
  noPlan: 'No plan yet',
  noPlanHint: 'Upload a complete file first. The plan then shows what the import would do.',
  toUpload: 'Go to upload',
  planOf: 'Plan for {source}',
  planIntroduction: 'Nothing is written before you start the import. Entries that already exist are not changed.',
  kind: 'What',
  create: 'Created',
  merge: 'Already exists',
  skip: 'Skipped',
  idsKept: 'Same ID',
  idsMapped: 'New ID',
  sites: 'Sites',
  clients: 'Clients',
  tags: 'Tags',
  costs: 'Costs',
  idsExplained:
    'Entries keep their ID where it was never used in Flotilla, so that scripts continue to work. The others get a new one; step 6 lists them after the import.',
  withoutKey:
    '{count, plural, one {# site has no usable key. It is created, and must be connected manually.} other {# sites have no usable key. They are created, and must be connected manually.}}',
  monitorsOff:
    '{off, plural, one {# site is} other {# sites are}} not monitored in the old dashboard and {off, plural, one {stays} other {stay}} off here: the import switches nothing on. {on, plural, =0 {No site is monitored after the import.} one {# site is monitored after the import.} other {# sites are monitored after the import.}}',
  monitorsOn:
    '{on, plural, one {The site is monitored} other {All # sites are monitored}} after the import, as in the old dashboard.',
  monitorInterval:
    'Monitors without an interval of their own check {count, plural, one {every minute} other {every # minutes}}, as in the old dashboard.',
  currencySet: 'No currency has been set yet, so it becomes {there}, as in the old dashboard.',
  currencyKept:
    'Prices in the old dashboard are in {there}, here in {here}. The numbers are imported unchanged. Change the currency in Settings, General, or the prices.',
  notImported:
    'Not imported: histories, monitors of sub-pages, e-mail addresses of monitors, custom product types, payment methods, icons and colours of costs, pictures of clients.',
  skippedTitle: 'Skipped rows',
  skippedCount: '{shown, number} of {count, plural, one {# skipped row} other {# skipped rows}} shown.',
  skippedRow: '{kind}, old ID {id}',
  restKeys:
    '{count, plural, one {A script with this REST key needs a new key, because only a hash of it is stored:} other {Scripts with these REST keys need new keys, because only hashes of them are stored:}}',
  nothingToImport: 'Everything in this file already exists or is skipped. The import would change nothing.',
  startImport: 'Import {count, plural, one {# site} other {# sites}}',
  startImportWithoutSites: 'Import',
  importTitle: 'Start the import?',
  importConsequence:
    'Sites, clients, tags and costs are written as the plan says. Then each site with a key is called once, without a change. All administrators get an e-mail.',
  importFailed: 'The import failed and wrote nothing. {reason}',
  importUnknown:
    'No answer came, so it is not known whether the data was imported. Reload this page: it shows the result, or the plan again. If you start again, nothing is imported twice. {reason}',
  importedWithoutCalls: 'Import finished. No site was called, because none of them needed a key of this file.',
  resultRunning: 'Calling the sites: {done, number} of {total, number}',
  resultConnected: 'Connected',
  resultFailed: 'Failed',
  resultOpen: 'Not called yet',
  allConnected: '{count, plural, one {The site is connected.} other {All # sites are connected.}}',
  someConnected:
    '{connected, number} of {total, plural, one {# site} other {# sites}} connected. The others are listed with the reason; correct it and retry.',
  noneConnected:
    '{total, plural, one {The site is not connected.} other {None of the # sites is connected.}} The reason is listed for each.',
  retry: 'Retry {count, plural, one {# site} other {# sites}}',
  retrying: 'Calling the sites again',
  retried: 'Started again',
  jobGone: 'The results are no longer stored. The list of sites shows which are connected.',
  progress: 'Progress',
  toSites: 'Go to the sites',

  compareStep: '4. Compare',
  takeOverStep: '5. Take over',
  keysStep: '6. Scripts',

  // Leave
  leaveStep: 'Export everything',
  leaveTitle: 'Export everything',
  leaveIntroduction:
    'All sites, clients, costs, monitors, users, times, reports and histories as JSON lines and CSV, in one zip file. You can export your data at any time.',
  publicKey: 'Your public key (optional)',
  publicKeyHint:
    'An RSA public key in PEM format. Keys of sites and passwords are then included, encrypted so that only you can open them. Without it the file contains none.',
  makeKey: 'Create a key pair with openssl, and keep private.pem secret:',
  makePrivateKey: 'openssl genrsa -out private.pem 4096',
  makePublicKey: 'openssl rsa -in private.pem -pubout -out public.pem',
  publicKeyExample: '-----BEGIN PUBLIC KEY-----',
  exportNow: 'Export',
  exportWithKeys: 'Export with keys',
  exporting: 'Exporting …',
  exported: 'Saved {file}. README.txt in it explains the files.',
  leaveLarge:
    'For thousands of sites use the command line on the server: <code>flotilla export fleet.zip --public-key public.pem</code>',
  leaveMail: 'All administrators get an e-mail about an export.',
})
