import type { Translation } from '../texts/define-texts.ts'
import type { dumpTexts } from './dump-texts.ts'

export default {
  title: 'Ohne Zugang zu PHP: ein Datenbank-Dump',
  introduction:
    'Wenn Sie das Skript nicht ausführen können, laden Sie einen Dump der Datenbank des alten Dashboards hoch, dazu den Ordner <code>pk</code> mit den Dateien, die die Schlüssel der Websites verschlüsseln. Noch wird nichts importiert.',
  open: 'Datenbank-Dump verwenden',
  dump: 'Datenbank-Dump',
  dumpHint:
    'SQL von mysqldump oder phpMyAdmin, unkomprimiert oder mit gzip (.sql oder .sql.gz). Die Tabellen des Dashboards und die Options-Tabelle genügen.',
  keys: 'Archiv des Ordners pk (optional)',
  keysHint:
    'zip, tar oder tar.gz von <code>wp-content/uploads/mainwp/pk</code>. Ohne es werden Websites ohne Schlüssel importiert und müssen von Hand verbunden werden, außer bei sehr alten Versionen.',
  prefix: 'Präfix der Tabellen (optional)',
  prefixHint: 'Nur, wenn die Datenbank mehrere Dashboards hat: wp_',
  start: 'Hochladen und lesen',
  chooseDump: 'Wählen Sie zuerst den Datenbank-Dump aus.',
  empty: '{file} ist leer.',
  tooLarge:
    '{file} ist größer als {max, number} MB. Komprimieren Sie die Datei mit gzip oder exportieren Sie nur die Tabellen des Dashboards und die Options-Tabelle.',
  isZip: '{file} ist ein Zip-Archiv. Entpacken Sie es oder komprimieren Sie die SQL-Datei mit gzip.',
  notReadable: '{file} kann nicht mehr gelesen werden. Wählen Sie die Datei erneut aus.',
  uploading: '{percent, number} % hochgeladen ({file})',
  uploadingLabel: 'Hochladen des Dumps',
  stopped: 'Das Hochladen stoppte bei {percent, number} %. {reason}',
  continueUpload: 'Fortsetzen',
  reading: 'Der Dump wird gelesen. Sie können diese Seite verlassen; der Upload steht unten in der Liste.',
  readingLabel: 'Lesen des Dumps',
  failed: 'Der Dump wurde nicht gelesen. {reason}',
  readAgain: 'Erneut lesen',
  otherFiles: 'Andere Dateien auswählen',
  unknownReason: 'Unter Aufträge sehen Sie den Grund.',
  complete: 'Der Dump wurde gelesen. Der Plan ist bereit.',
  withoutKeys:
    'Im Archiv wurde keine Schlüsseldatei gefunden, darum haben die meisten Websites keinen Schlüssel. Prüfen Sie, ob es den Ordner pk enthält.',
} satisfies Translation<typeof dumpTexts>
