import { defineTexts } from '../texts/define-texts.ts'

/** Settings of the sources of known vulnerabilities. */
export const sourceTexts = defineTexts({
  introduction:
    'Flotilla compares the software on your sites with lists of known vulnerabilities. The comparison runs on your server: no source learns which sites you manage.',
  save: 'Save',
  saved: 'Saved',
  readNow: 'Read now',
  reading: 'Reading {source}',
  read: '{count, plural, one {# vulnerability} other {# vulnerabilities}} known, {changed, number} changed',
  readSkipped:
    '{count, plural, one {# vulnerability} other {# vulnerabilities}} known, {changed, number} changed. {skipped, plural, one {# record} other {# records}} could not be read',
  readNothing: 'Nothing to read yet',
  remove: 'Remove',
  address: 'Address',

  // State of a source
  neverRead: 'Nothing has been read yet.',
  known: '{count, plural, one {# vulnerability} other {# vulnerabilities}} known, read <time></time>.',
  skipped: '{count, plural, one {# record} other {# records}} could not be read.',
  staleSince: 'Out of date since <time></time>: newer vulnerabilities are missing.',
  problem: 'Last attempt <time></time>: {problem}',
  webhookReceived: 'Last message received <time></time>.',
  webhookNone: 'No message has been received yet.',

  // Wordfence
  wordfenceHint:
    'The standard free list, with your own key. It is read every 30 minutes; messages arrive within minutes. <page>Get a key</page>',
  key: 'API key',
  keyStored: 'A key is stored. Enter another one to replace it.',
  keyNone: 'Without a key the list is not read.',
  keyMoved: 'Saving another address removes the stored key, unless you enter a key.',
  removeKeyTitle: 'Remove the key?',
  removeKeyText: 'The list is no longer read. Known vulnerabilities are kept, but become out of date.',
  removedKey: 'Key removed',
  secret: 'Secret of the webhook',
  secretStored: 'A secret is stored. Enter another one to replace it.',
  secretNone: 'At least 16 characters; the same as in the webhook at Wordfence. Without it every message is refused.',
  removeSecret: 'Remove secret',
  removeSecretTitle: 'Remove the secret?',
  removeSecretText: 'All messages are refused until you enter a new one.',
  removedSecret: 'Secret removed',
  webhookAddress: 'Address for the webhook',
  webhookUnknown: 'To receive messages, set PUBLIC_URL to the public address of Flotilla.',

  // WPVulnerability
  wpvulnerabilityHint:
    'A free service without a key. Flotilla asks it once a day about each installed plugin, theme and WordPress version. It learns their names, but not which sites have them.',
  useIt: 'Use WPVulnerability',

  // Feed and file
  feedHint: 'Your own list in the format of the public WordPress feeds, read every day. Leave empty for none.',
  removeFeedTitle: 'Remove the feed?',
  removeFeedText: 'It is no longer read. Known vulnerabilities are kept.',
  fileHint: 'For an installation without internet access: the same JSON as a file. It replaces the previous file.',
  chooseFile: 'Choose a file',
  readingFile: 'Reading {name}',
  reports: 'Reports',

  // Public directory
  directory: 'Public directory',
  directoryHint: 'Shows which installed plugins and themes were closed, and offers plugins to install.',
  checkDirectory: 'Ask once a week about each installed plugin and theme',
})
