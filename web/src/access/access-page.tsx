import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Can } from '../api/session.tsx'
import { LinkButton } from '../ui/button.tsx'
import { IconPlus, IconUpload, IconUserPlus } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { accessTexts } from './access-texts.ts'
import { PeopleView } from './people-view.tsx'

const KeysView = lazy(async () => ({ default: (await import('./keys-view.tsx')).KeysView }))
const RolesView = lazy(async () => ({ default: (await import('./roles-view.tsx')).RolesView }))

const tabs = { people: accessTexts.people, keys: accessTexts.apiKeys, roles: accessTexts.roles } as const

export default function AccessPage() {
  const { tab } = useParams({ strict: false }) as { tab?: string }
  const current = tab === 'keys' || tab === 'roles' ? tab : 'people'
  return (
    <>
      <PageHeader
        title={accessTexts.access}
        guide="team"
        actions={
          current === 'people' ? (
            <Can operation="add-user">
              <LinkButton to="/access/import" icon={IconUpload}>
                {accessTexts.importUsers}
              </LinkButton>
              <LinkButton to="/access" search={{ invite: '1' }} icon={IconUserPlus} tone="primary">
                {accessTexts.inviteAColleague}
              </LinkButton>
            </Can>
          ) : (
            current === 'keys' && (
              <Can operation="add-key">
                <LinkButton
                  to="/access/$tab"
                  params={{ tab: 'keys' }}
                  search={{ new: '1' }}
                  icon={IconPlus}
                  tone="primary"
                >
                  {accessTexts.makeAKey}
                </LinkButton>
              </Can>
            )
          )
        }
      >
        {accessTexts.whoMaySignIn}
      </PageHeader>
      <Tabs
        label={accessTexts.access}
        tabs={Object.entries(tabs).map(([name, label]) => ({
          label,
          link: name === 'people' ? { to: '/access' } : { to: '/access/$tab', params: { tab: name } },
          current: name === current,
        }))}
      />
      {current === 'people' ? (
        <PeopleView />
      ) : (
        <Suspense fallback={<Loading lines={6} />}>{current === 'keys' ? <KeysView /> : <RolesView />}</Suspense>
      )}
    </>
  )
}
