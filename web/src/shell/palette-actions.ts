import type { NavigateOptions } from '@tanstack/react-router'
import type { OperationName } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import {
  type Icon,
  IconFileText,
  IconKey,
  IconMail,
  IconPassword,
  IconPlus,
  IconRefresh,
  IconRotateClockwise2,
  IconTool,
  IconUpload,
  IconUserPlus,
} from '../ui/icons.ts'
import { shellTexts } from './shell-texts.ts'

interface PaletteAction {
  key: string
  label: string
  icon: Icon
  /** The action is hidden from users who may not run this operation. */
  needs: OperationName
  terms?: string
  link?: NavigateOptions
  run?: () => void
}

export const paletteActions: readonly PaletteAction[] = [
  { key: 'add-site', label: shellTexts.addASite, icon: IconPlus, needs: 'add-site', link: { to: '/sites/add' } },
  {
    key: 'import-sites',
    label: shellTexts.importSitesFromCsv,
    icon: IconUpload,
    needs: 'import-sites',
    link: { to: '/sites/import' },
  },
  {
    key: 'sync-all',
    label: shellTexts.syncAllSites,
    icon: IconRefresh,
    needs: 'sync-sites',
    terms: 'refresh',
    run: () => void runAction('sync-sites', {}, { doing: shellTexts.syncingAllSites, done: shellTexts.allSitesSynced }),
  },
  {
    key: 'failed-syncs',
    label: shellTexts.sitesWhoseLastSync,
    icon: IconRotateClockwise2,
    needs: 'list-sites-table',
    link: { to: '/sites', search: { attention: 'sync_failed' } },
  },
  {
    key: 'write-post',
    label: shellTexts.writeAPost,
    icon: IconFileText,
    needs: 'create-post',
    link: { to: '/posts/new' },
  },
  {
    key: 'moderate',
    label: shellTexts.moderateComments,
    icon: IconFileText,
    needs: 'moderate-comments',
    link: { to: '/comments' },
  },
  {
    key: 'invite',
    label: shellTexts.inviteAColleague,
    icon: IconUserPlus,
    needs: 'add-user',
    terms: shellTexts.addUserPerson,
    link: { to: '/access', search: { invite: '1' } },
  },
  {
    key: 'key',
    label: shellTexts.makeAnApiKey,
    icon: IconKey,
    needs: 'add-key',
    terms: 'token',
    link: { to: '/access/$tab', params: { tab: 'keys' }, search: { new: '1' } },
  },
  {
    key: 'password',
    label: shellTexts.changeMyPassword,
    icon: IconPassword,
    needs: 'change-own-password',
    link: { to: '/account' },
  },
  {
    key: 'emails',
    label: shellTexts.eMailSettings,
    icon: IconMail,
    needs: 'list-email-settings',
    terms: shellTexts.smtpTestRecipients,
    link: { to: '/settings/$group', params: { group: 'emails' } },
  },
  {
    key: 'tools',
    label: shellTexts.toolsForAllSites,
    icon: IconTool,
    needs: 'destroy-sessions',
    terms: shellTexts.sessionsRenewConnectionsDisconnect,
    link: { to: '/settings/$group', params: { group: 'tools' } },
  },
]
