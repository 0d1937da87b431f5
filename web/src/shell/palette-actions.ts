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
  { key: 'add-site', label: 'Add a site', icon: IconPlus, needs: 'add-site', link: { to: '/sites/add' } },
  {
    key: 'import-sites',
    label: 'Import sites from CSV',
    icon: IconUpload,
    needs: 'import-sites',
    link: { to: '/sites/import' },
  },
  {
    key: 'sync-all',
    label: 'Sync all sites',
    icon: IconRefresh,
    needs: 'sync-sites',
    terms: 'refresh',
    run: () => void runAction('sync-sites', {}, { doing: 'Syncing all sites', done: 'All sites synced' }),
  },
  {
    key: 'failed-syncs',
    label: 'Sites whose last sync failed',
    icon: IconRotateClockwise2,
    needs: 'list-sites-table',
    link: { to: '/sites', search: { attention: 'sync_failed' } },
  },
  { key: 'write-post', label: 'Write a post', icon: IconFileText, needs: 'create-post', link: { to: '/posts/new' } },
  {
    key: 'moderate',
    label: 'Moderate comments',
    icon: IconFileText,
    needs: 'moderate-comments',
    link: { to: '/comments' },
  },
  {
    key: 'invite',
    label: 'Invite a colleague',
    icon: IconUserPlus,
    needs: 'add-user',
    terms: 'add user person',
    link: { to: '/access', search: { invite: '1' } },
  },
  {
    key: 'key',
    label: 'Make an API key',
    icon: IconKey,
    needs: 'add-key',
    terms: 'token',
    link: { to: '/access/$tab', params: { tab: 'keys' }, search: { new: '1' } },
  },
  {
    key: 'password',
    label: 'Change my password',
    icon: IconPassword,
    needs: 'change-own-password',
    link: { to: '/account' },
  },
  {
    key: 'emails',
    label: 'E-mail settings',
    icon: IconMail,
    needs: 'list-email-settings',
    terms: 'smtp test recipients',
    link: { to: '/settings/$group', params: { group: 'emails' } },
  },
  {
    key: 'tools',
    label: 'Tools for all sites',
    icon: IconTool,
    needs: 'destroy-sessions',
    terms: 'sessions renew connections disconnect',
    link: { to: '/settings/$group', params: { group: 'tools' } },
  },
]
