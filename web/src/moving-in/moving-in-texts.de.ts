import type { Translation } from '../texts/define-texts.ts'
import type { movingInTexts } from './moving-in-texts.ts'

export default {
  title: 'Einzug',
  introduction:
    'Übernehmen Sie alle Websites aus dem etablierten Dashboard, ohne eine davon neu zu verbinden. Dort ändert sich nichts, bis Sie übernehmen.',
  steps: 'Schritte des Einzugs',
  readOnly: 'Nur Administratoren können Websites übernehmen',
  readOnlyHint: 'Fragen Sie einen Administrator dieser Installation.',
  scriptStep: '1. Exportskript',
  getScript: 'Exportskript herunterladen',
  scriptPurpose:
    'Das Skript liest Websites, deren Schlüssel, Kunden, Schlagwörter, Kosten und Monitore des alten Dashboards und schreibt eine verschlüsselte Datei. Es ändert nichts und sendet nichts. Nur diese Installation kann die Datei öffnen.',
  createScript: 'Skript erstellen und herunterladen',
  scriptSaved: '{file} gespeichert. Es kann einmal verwendet werden und läuft ab: <time></time>.',
  fingerprint: 'Fingerabdruck',
  fingerprintHint: 'Das Skript zeigt denselben Fingerabdruck. Brechen Sie ab, wenn er abweicht.',
  howToRun: 'Führen Sie es auf dem Server des alten Dashboards aus',
  withWpCli: 'Mit wp-cli, im Ordner von WordPress:',
  wpCliCommand: 'wp eval-file flotilla-export.php > fleet.flotilla',
  asPlugin:
    'Oder als Plugin: Kopieren Sie das Skript nach <code>wp-content/plugins</code>, aktivieren Sie „Flotilla export“, öffnen Sie Werkzeuge → Flotilla export und klicken Sie auf die Schaltfläche.',
  afterwards: 'Löschen Sie das Skript danach dort und laden Sie die Datei hier hoch.',
  nextUpload: 'Weiter: Datei hochladen',
  scripts: 'Noch gültige Skripte',
  noScripts: 'Kein Skript ist gültig',
  noScriptsHint:
    'Ein Skript gilt 7 Tage. Die Datei eines älteren, verwendeten oder gelöschten Skripts kann nicht geöffnet werden.',
  scriptNamed: 'Skript {id}',
  scriptDates: 'Erstellt von {user} <created></created>, läuft ab: <expires></expires>',
  deleteScript: 'Löschen',
  deleteScriptNamed: 'Skript {id} löschen',
  deleteScriptTitle: 'Dieses Skript löschen?',
  deleteScriptConsequence:
    'Sein privater Schlüssel wird gelöscht. Eine Datei, die das Skript geschrieben hat, kann dann nicht mehr geöffnet werden.',
  deletingScript: 'Skript wird gelöscht',
  scriptDeleted: 'Skript gelöscht',
  uploadStep: '2. Hochladen',
  uploadTitle: 'Laden Sie die Datei hoch, die das Skript geschrieben hat',
  uploadHint:
    'Sie wird in Teilen gesendet. Wenn das Hochladen unterbrochen wird, wählen Sie dieselbe Datei erneut: Es geht dort weiter, wo es aufgehört hat. Noch wird nichts importiert.',
  chooseFile: 'Datei auswählen',
  uploading: '{file} wird hochgeladen',
  uploadProgress: '{percent, number} % von {file}',
  uploadStopped: 'Das Hochladen stoppte bei {percent, number} %. {reason}',
  continueUpload: 'Fortsetzen',
  notAnExport: 'Das ist keine Datei eines Exportskripts. Ihre erste Zeile muss mit „flotilla-export-1“ beginnen.',
  lineTooLong: 'Das ist keine Datei eines Exportskripts: Eine ihrer Zeilen ist zu lang.',
  incompleteFile:
    'Die Datei endet vor ihrer letzten Zeile, der Export wurde also unterbrochen. Führen Sie das Skript erneut aus; nehmen Sie ein neues, wenn dieses älter als 7 Tage ist.',
  uploadComplete: 'Die Datei ist vollständig. Der Plan ist bereit.',
  seePlan: 'Plan ansehen',
  uploads: 'Uploads',
  noUploads: 'Noch nichts hochgeladen',
  noUploadsHint: 'Uploads werden 7 Tage aufbewahrt.',
  unknownSource: 'Noch nicht bekannt',
  uploadDates: 'Gestartet von {user} <created></created>',
  receiving: 'Unvollständig',
  receivingHint: 'Wählen Sie dieselbe Datei erneut, um fortzufahren.',
  dumpHint:
    'Dieser Dump wurde nicht vollständig gelesen. Unter Aufträge sehen Sie den Fortschritt oder den Grund des Fehlers; laden Sie die Dateien dann erneut hoch.',
  received: 'Bereit zum Import',
  imported: 'Importiert',
  expired: 'Abgelaufen',
  expiredHint:
    'Das Skript wurde gelöscht oder ist älter als 7 Tage. Erstellen Sie ein neues und exportieren Sie erneut.',
  openUpload: 'Upload {id} öffnen',
  importStep: '3. Plan und Import',
  noPlan: 'Noch kein Plan',
  noPlanHint: 'Laden Sie zuerst eine vollständige Datei hoch. Der Plan zeigt dann, was der Import tun würde.',
  toUpload: 'Zum Hochladen',
  planOf: 'Plan für {source}',
  planIntroduction:
    'Vor dem Start des Imports wird nichts geschrieben. Einträge, die es schon gibt, werden nicht geändert.',
  kind: 'Was',
  create: 'Angelegt',
  merge: 'Schon vorhanden',
  skip: 'Übersprungen',
  idsKept: 'Dieselbe ID',
  idsMapped: 'Neue ID',
  sites: 'Websites',
  clients: 'Kunden',
  tags: 'Schlagwörter',
  costs: 'Kosten',
  idsExplained:
    'Einträge behalten ihre ID, wenn sie in Flotilla nie verwendet wurde, damit Skripte weiter funktionieren. Die anderen bekommen eine neue; Schritt 6 listet sie nach dem Import auf.',
  withoutKey:
    '{count, plural, one {# Website hat keinen brauchbaren Schlüssel. Sie wird angelegt und muss von Hand verbunden werden.} other {# Websites haben keinen brauchbaren Schlüssel. Sie werden angelegt und müssen von Hand verbunden werden.}}',
  monitorsOff:
    '{off, plural, one {# Website wird} other {# Websites werden}} im alten Dashboard nicht überwacht und {off, plural, one {bleibt} other {bleiben}} hier ausgeschaltet: Der Import schaltet nichts ein. {on, plural, =0 {Nach dem Import wird keine Website überwacht.} one {Nach dem Import wird # Website überwacht.} other {Nach dem Import werden # Websites überwacht.}}',
  monitorsOn:
    '{on, plural, one {Die Website wird} other {Alle # Websites werden}} nach dem Import überwacht, wie im alten Dashboard.',
  monitorInterval:
    'Monitore ohne eigenes Intervall prüfen {count, plural, one {jede Minute} other {alle # Minuten}}, wie im alten Dashboard.',
  currencySet: 'Es ist noch keine Währung eingestellt, darum wird es {there}, wie im alten Dashboard.',
  currencyKept:
    'Preise sind im alten Dashboard in {there}, hier in {here}. Die Zahlen werden unverändert importiert. Ändern Sie die Währung unter Einstellungen, Allgemein, oder die Preise.',
  notImported:
    'Nicht importiert: Verläufe, Monitore von Unterseiten, E-Mail-Adressen von Monitoren, eigene Produktarten, Zahlungsarten, Symbole und Farben von Kosten, Bilder von Kunden.',
  skippedTitle: 'Übersprungene Zeilen',
  skippedCount:
    '{shown, number} von {count, plural, one {# übersprungenen Zeile} other {# übersprungenen Zeilen}} angezeigt.',
  skippedRow: '{kind}, alte ID {id}',
  restKeys:
    '{count, plural, one {Ein Skript mit diesem REST-Schlüssel braucht einen neuen, weil nur ein Hash gespeichert ist:} other {Skripte mit diesen REST-Schlüsseln brauchen neue, weil nur Hashes gespeichert sind:}}',
  nothingToImport: 'Alles in dieser Datei gibt es schon oder wird übersprungen. Der Import würde nichts ändern.',
  startImport: '{count, plural, one {# Website} other {# Websites}} importieren',
  startImportWithoutSites: 'Importieren',
  importTitle: 'Import starten?',
  importConsequence:
    'Websites, Kunden, Schlagwörter und Kosten werden geschrieben, wie es der Plan zeigt. Dann wird jede Website mit Schlüssel einmal aufgerufen, ohne Änderung. Alle Administratoren bekommen eine E-Mail.',
  importFailed: 'Der Import ist fehlgeschlagen und hat nichts geschrieben. {reason}',
  importUnknown:
    'Es kam keine Antwort, darum ist nicht bekannt, ob die Daten importiert wurden. Laden Sie diese Seite neu: Sie zeigt das Ergebnis oder wieder den Plan. Bei einem erneuten Start wird nichts doppelt importiert. {reason}',
  importedWithoutCalls:
    'Import abgeschlossen. Es wurde keine Website aufgerufen, weil keine einen Schlüssel dieser Datei brauchte.',
  resultRunning: 'Websites werden aufgerufen: {done, number} von {total, number}',
  resultConnected: 'Verbunden',
  resultFailed: 'Fehlgeschlagen',
  resultOpen: 'Noch nicht aufgerufen',
  allConnected: '{count, plural, one {Die Website ist verbunden.} other {Alle # Websites sind verbunden.}}',
  someConnected:
    '{connected, number} von {total, plural, one {# Website} other {# Websites}} verbunden. Die anderen stehen mit dem Grund in der Liste; beheben Sie ihn und wiederholen Sie.',
  noneConnected:
    '{total, plural, one {Die Website ist nicht verbunden.} other {Keine der # Websites ist verbunden.}} Der Grund steht jeweils dabei.',
  retry: '{count, plural, one {# Website} other {# Websites}} wiederholen',
  retrying: 'Websites werden erneut aufgerufen',
  retried: 'Erneut gestartet',
  jobGone: 'Die Ergebnisse sind nicht mehr gespeichert. Die Liste der Websites zeigt, welche verbunden sind.',
  progress: 'Fortschritt',
  toSites: 'Zu den Websites',
  compareStep: '4. Vergleichen',
  takeOverStep: '5. Übernehmen',
  keysStep: '6. Skripte',
  leaveStep: 'Alles exportieren',
  leaveTitle: 'Alles exportieren',
  leaveIntroduction:
    'Alle Websites, Kunden, Kosten, Monitore, Benutzer, Zeiten, Berichte und Verläufe als JSON-Zeilen und CSV in einer Zip-Datei. Sie können Ihre Daten jederzeit exportieren.',
  publicKey: 'Ihr öffentlicher Schlüssel (optional)',
  publicKeyHint:
    'Ein öffentlicher RSA-Schlüssel im PEM-Format. Dann sind Schlüssel der Websites und Passwörter enthalten, so verschlüsselt, dass nur Sie sie öffnen können. Ohne ihn enthält die Datei keine.',
  makeKey: 'Erstellen Sie mit openssl ein Schlüsselpaar und halten Sie private.pem geheim:',
  makePrivateKey: 'openssl genrsa -out private.pem 4096',
  makePublicKey: 'openssl rsa -in private.pem -pubout -out public.pem',
  publicKeyExample: '-----BEGIN PUBLIC KEY-----',
  exportNow: 'Exportieren',
  exportWithKeys: 'Mit Schlüsseln exportieren',
  exporting: 'Wird exportiert …',
  exported: '{file} gespeichert. README.txt darin erklärt die Dateien.',
  leaveLarge:
    'Verwenden Sie bei Tausenden von Websites die Befehlszeile auf dem Server: <code>flotilla export fleet.zip --public-key public.pem</code>',
  leaveMail: 'Alle Administratoren bekommen eine E-Mail über einen Export.',
} satisfies Translation<typeof movingInTexts>
