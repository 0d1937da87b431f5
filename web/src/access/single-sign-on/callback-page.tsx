import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { asProblem, type Problem } from '../../api/problem.ts'
import { enterDashboard, useSession } from '../../api/session.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { LinkPage } from '../links/link-page.tsx'
import { challengeIn, SecondFactorStep } from '../second-factor-step.tsx'
import { isLinking } from './linking.ts'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

interface ProviderAnswer {
  state: string
  code?: string
  iss?: string
  error?: string
}

let answer: ProviderAnswer | null | undefined

/** The parameters of the provider, removed from the address bar; null if they are incomplete. */
function takeAnswer(): ProviderAnswer | null {
  if (answer !== undefined) return answer
  const parameters = new URLSearchParams(window.location.search)
  window.history.replaceState(null, '', window.location.pathname)
  const state = parameters.get('state')
  const [code, iss, error] = ['code', 'iss', 'error'].map((name) => parameters.get(name))
  answer = state ? { state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) } : null
  return answer
}

let finished: Promise<string> | undefined

/** Sends the answer once, even if the page is rendered again. Returns where to go. */
function finish(parameters: ProviderAnswer, linking: boolean): Promise<string> {
  finished ??= linking
    ? call('link-identity', parameters).then(() => '/account')
    : call('finish-single-sign-on', parameters).then(({ return_to }) => return_to)
  return finished
}

/** The identity provider sends people back to this page. */
export default function CallbackPage() {
  const [parameters] = useState(takeAnswer)
  const [linking] = useState(isLinking)
  const { session } = useSession()
  const [problem, setProblem] = useState<Problem | null>(null)
  // Linking needs the token of the session, which is read first.
  const isReady = !linking || session.state === 'signed-in'
  useEffect(() => {
    if (!parameters || !isReady) return
    finish(parameters, linking).then(enterDashboard, (error: unknown) => setProblem(asProblem(error)))
  }, [parameters, linking, isReady])
  const challenge = challengeIn(problem)
  // The session has ended while the user was at the provider.
  const isOver = linking && problem === null && session.state === 'signed-out'
  return (
    <LinkPage title={singleSignOnTexts.finishing}>
      {!parameters ? (
        <Notice tone="bad">{singleSignOnTexts.incompleteAnswer}</Notice>
      ) : challenge !== null ? (
        <SecondFactorStep challenge={challenge} onCancel={() => enterDashboard()} onSignedIn={() => enterDashboard()} />
      ) : problem || isOver ? (
        <Notice tone="bad">{problem?.message ?? singleSignOnTexts.sessionEnded}</Notice>
      ) : (
        <Loading lines={2} />
      )}
    </LinkPage>
  )
}
