import { operation } from '../../../operation/operation.ts'
import { AbandonedInput, AbandonedOutput, readAbandonedSoftware } from '../abandoned.ts'

export const getAbandonedThemes = operation({
  name: 'get-abandoned-themes',
  ability: 'svc/get-abandoned-themes-v1',
  category: 'svc-sites',
  summary: 'List themes that have had no release for two years or more, over all sites or on one, the oldest first.',
  effect: 'read',
  permission: 'software.read',
  input: AbandonedInput,
  output: AbandonedOutput,
  aliases: { site_id: 'site_id_or_domain' },
}).does((input, context) => readAbandonedSoftware(context, 'theme', input))
