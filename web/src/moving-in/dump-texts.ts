import { defineTexts } from '../texts/define-texts.ts'

export const dumpTexts = defineTexts({
  title: 'Without access to PHP: a database dump',
  introduction:
    'If you cannot run the script, upload a dump of the database of the old dashboard, and the folder <code>pk</code> with the files that encrypt the keys of the sites. Nothing is imported yet.',
  open: 'Use a database dump',
  dump: 'Database dump',
  dumpHint:
    'SQL of mysqldump or phpMyAdmin, plain or compressed with gzip (.sql or .sql.gz). The tables of the dashboard and the table of options are enough.',
  keys: 'Archive of the folder pk (optional)',
  keysHint:
    'zip, tar or tar.gz of <code>wp-content/uploads/mainwp/pk</code>. Without it, sites are imported without a key and must be connected manually, except those of very old versions.',
  prefix: 'Prefix of the tables (optional)',
  prefixHint: 'Only where the database has several dashboards: wp_',
  start: 'Upload and read',
  chooseDump: 'Choose the database dump first.',
  empty: '{file} is empty.',
  tooLarge:
    '{file} is larger than {max, number} MB. Compress it with gzip, or export only the tables of the dashboard and the table of options.',
  isZip: '{file} is a zip archive. Unpack it, or compress the SQL file with gzip.',
  notReadable: '{file} can no longer be read. Choose it again.',
  uploading: '{percent, number} % uploaded ({file})',
  uploadingLabel: 'Upload of the dump',
  stopped: 'The upload stopped at {percent, number} %. {reason}',
  continueUpload: 'Continue',
  reading: 'The dump is being read. You can leave this page; the upload is listed below.',
  readingLabel: 'Reading the dump',
  failed: 'The dump was not read. {reason}',
  readAgain: 'Read again',
  otherFiles: 'Choose other files',
  unknownReason: 'Jobs shows the reason.',
  complete: 'The dump was read. The plan is ready.',
  withoutKeys: 'No key file was found in the archive, so most sites have no key. Check that it contains the folder pk.',
})
