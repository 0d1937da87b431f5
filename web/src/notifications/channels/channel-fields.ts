import type { InputOf } from '../../../../contract/client.ts'
import { channelTexts } from './channel-texts.ts'

export type ServiceName = InputOf<'add-notification-channel'>['service']
export type Target = NonNullable<InputOf<'add-notification-channel'>['target']>

export const serviceLabels: Record<ServiceName, string> = {
  email: channelTexts.email,
  slack: channelTexts.slack,
  discord: channelTexts.discord,
  teams: channelTexts.teams,
  telegram: channelTexts.telegram,
  ntfy: channelTexts.ntfy,
  pagerduty: channelTexts.pagerduty,
  apprise: channelTexts.apprise,
}

export interface TargetField {
  name: keyof Target
  label: string
  hint?: string
  type?: 'email' | 'url' | 'password' | 'text'
  required: boolean
}

/** What each service needs to know. */
export const targetFields: Record<ServiceName, readonly TargetField[]> = {
  email: [{ name: 'to', label: channelTexts.to, type: 'email', required: true }],
  slack: [{ name: 'url', label: channelTexts.slackUrl, hint: channelTexts.slackHint, type: 'url', required: true }],
  discord: [{ name: 'url', label: channelTexts.slackUrl, hint: channelTexts.discordHint, type: 'url', required: true }],
  teams: [{ name: 'url', label: channelTexts.slackUrl, hint: channelTexts.teamsHint, type: 'url', required: true }],
  telegram: [
    { name: 'token', label: channelTexts.token, hint: channelTexts.tokenHint, type: 'password', required: true },
    { name: 'chat_id', label: channelTexts.chatId, hint: channelTexts.chatIdHint, required: true },
  ],
  ntfy: [
    { name: 'topic', label: channelTexts.topic, required: true },
    { name: 'server', label: channelTexts.server, hint: channelTexts.ntfyServerHint, type: 'url', required: false },
    { name: 'token', label: channelTexts.accessToken, hint: channelTexts.optional, type: 'password', required: false },
  ],
  pagerduty: [
    {
      ...{ name: 'routing_key', label: channelTexts.routingKey, hint: channelTexts.routingKeyHint },
      ...{ type: 'password', required: true },
    },
    {
      name: 'server',
      label: channelTexts.server,
      hint: channelTexts.pagerdutyServerHint,
      type: 'url',
      required: false,
    },
  ],
  apprise: [
    { name: 'url', label: channelTexts.appriseUrl, hint: channelTexts.appriseUrlHint, type: 'url', required: true },
  ],
}
