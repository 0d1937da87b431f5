import { useState } from 'react'
import { call } from '../../api/call.ts'
import { asProblem, type Problem } from '../../api/problem.ts'
import { useOperation } from '../../api/query.ts'
import { basePath } from '../../api/request.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ForgotPasswordLink } from '../links/forgot-password-link.tsx'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

/** For the sign-in page: the button of the identity provider, if there is one, and the link for a forgotten password. */
export function SignInOptions() {
  const { data } = useOperation('get-sign-in-options', {})
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { pathname, search } = window.location
      const returnTo = pathname.slice(basePath.length) + search
      const { redirect_to } = await call('begin-single-sign-on', { return_to: returnTo || '/' })
      window.location.assign(redirect_to)
    } catch (error) {
      setProblem(asProblem(error))
      setBusy(false)
    }
  }
  const name = data?.single_sign_on.name || singleSignOnTexts.yourProvider
  return (
    <>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      {data?.single_sign_on.available && (
        <Button busy={busy} onClick={() => void begin()}>
          {singleSignOnTexts.signInWith({ name })}
        </Button>
      )}
      <ForgotPasswordLink />
    </>
  )
}
