import { Link } from '@tanstack/react-router'
import { importKindTexts } from '../import/import-kind-texts.ts'
import { ImportPage } from '../import/import-page.tsx'

export default function ImportUsersPage() {
  return (
    <ImportPage
      kind="users"
      title={importKindTexts.usersTitle}
      intro={
        <>
          {importKindTexts.usersIntro}{' '}
          {importKindTexts.usersOfSites({ page: (text) => <Link to="/site-users/import">{text}</Link> })}
        </>
      }
      done={importKindTexts.usersDone({ users: (text) => <Link to="/access">{text}</Link> })}
    />
  )
}
