import { defineTexts } from '../texts/define-texts.ts'

export const keysTexts = defineTexts({
  restKeys: 'REST keys of the old dashboard',
  toKeys: 'Create an API key',
  noRestKeys: 'No script needs a new key',
  noRestKeysHint: 'REST keys of an imported dashboard are listed here.',
  needNewKey:
    '{count, plural, one {Scripts with this key need a new one: the old dashboard stores only a hash, which cannot be moved.} other {Scripts with these # keys need new ones: the old dashboard stores only hashes, which cannot be moved.}}',
  howToReplace:
    'Create an API key for each script, and change the address and the key in it. For scripts that send ck_ and cs_, select “For a script of the established dashboard” when you create the key; docs/scripts.md has the details.',
  keyFacts: 'Ends with {ending}, permissions: {permissions}, from {source}',
  unnamed: 'Without a description',
  ids: 'IDs of imported entries',
  idsIntroduction:
    'Scripts that contain an ID that is new here must be changed. Entries that kept their ID need no change.',
  name: 'Name',
  deleted: 'Deleted in Flotilla',
  kind: 'Kind',
  anyKind: 'Any kind',
  site: 'Site',
  client: 'Client',
  tag: 'Tag',
  cost: 'Cost',
  oldId: 'Old ID',
  newId: 'ID in Flotilla',
  state: 'ID',
  anyState: 'Any ID',
  kept: 'Same ID',
  changed: 'New ID',
  noIds: 'Nothing imported yet',
  noIdsMatch: 'No IDs match',
})
