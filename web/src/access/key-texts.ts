import { defineTexts } from '../texts/define-texts.ts'

export const keyTexts = defineTexts({
  compatible: 'For a script of the established dashboard',
  compatibleHint:
    'Also creates a pair ck_… and cs_…, for scripts that cannot send another header. It has the same rights as the key and is accepted only at /wp-json/mainwp/v2.',
  forAgent: 'For an AI agent or another program that acts on its own',
  forAgentHint: 'Every change needs the approval of a person, under Approvals.',
  changes: 'Changes',
  destroys: 'Changes that cannot be undone',
  automatic: 'Run immediately',
  ask: 'Need approval',
  never: 'Refused',
  ofProvider: 'Uses tokens of the identity provider',
  needsApproval: 'changes need approval',
  newKey: 'The new key',
  copied: 'I have copied it',
  allCopied: 'I have copied all',
  token: 'The key',
  howToSend: 'Programs send it as <code>Authorization: Bearer …</code>',
  pair: 'The pair for scripts of the established dashboard',
  consumerKey: 'Consumer key',
  consumerSecret: 'Consumer secret',
  howToSendPair:
    'In the script change the host to <code>{host}</code>, and the key and secret to these. The script sends them as user name and password (Basic). They work only at <code>/wp-json/mainwp/v2</code>.',
  pairInAddress:
    'Scripts that send them in the address (<code>?consumer_key=…</code>) also need the setting “Accept API keys in the address”: Settings, Advanced, API.',
  compatibleBadge: 'with ck_/cs_ pair',
})
