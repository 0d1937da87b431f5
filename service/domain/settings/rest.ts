import { type Route, route } from '../../operation/address.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { addressedGroups } from './all-groups.ts'
import { clearActivationData } from './operations/clear-activation-data.ts'
import { destroySiteSessions } from './operations/destroy-site-sessions.ts'
import { dismissInfoMessage } from './operations/dismiss-info-message.ts'
import { listActivationData } from './operations/list-activation-data.ts'
import { listDismissedMessages } from './operations/list-dismissed-messages.ts'
import { noteActivationData } from './operations/note-activation-data.ts'
import { restoreInfoMessages } from './operations/restore-info-messages.ts'
import { groupOperations } from './operations/settings-groups.ts'
import { toolOperations } from './operations/tool-jobs.ts'

const groupRoutes: Route[] = typedEntries(addressedGroups).flatMap(([name, { title }]) => {
  const [get, update] = groupOperations[name]
  return [
    route(`GET /settings/${name}`, get),
    route(`PUT|PATCH /settings/${name}/edit`, update, { message: `${title} updated.` }),
  ]
})

/** Clients of the established product also read the id and the status beside `data`. */
const toolRoutes: Route[] = toolOperations.flatMap(({ name, id, started, operations: [start, status] }) => {
  const statusPath = `/settings/tools/${name}-status`
  const envelopeFields = (job: Record<string, unknown>) => ({
    [id]: job[id],
    status_url: `/api/v2${statusPath}/${job[id]}`,
  })
  return [
    route(`POST /settings/tools/${name}`, start, {
      message: started,
      envelopeFields,
    }),
    route(`GET ${statusPath}/{${id}}`, status, {
      envelopeFields: (job: Record<string, unknown>) => job,
    }),
  ]
})

export const addresses: Route[] = [
  ...groupRoutes,
  ...toolRoutes,
  route('POST /sites/{id_or_domain}/destroy-sessions', destroySiteSessions, {
    names: { id_or_domain: 'site_id_or_domain' },
    message: 'Sessions destroyed.',
  }),
  route('GET /settings/tools/activation-data', listActivationData, { list: 'notes' }),
  route('PUT|PATCH /settings/tools/activation-data/{note}', noteActivationData, { message: 'Activation data noted.' }),
  route('POST /settings/tools/clear-activation-data', clearActivationData, { message: 'Activation data cleared.' }),
  route('GET /settings/tools/info-messages', listDismissedMessages, { list: 'messages' }),
  route('POST /settings/tools/info-messages/{message}/dismiss', dismissInfoMessage, { message: 'Message dismissed.' }),
  route('POST /settings/tools/restore-info-messages', restoreInfoMessages, { message: 'Info messages restored.' }),
]
