import { useState } from 'react'
import { useAction, useOperation } from '../../api/query.ts'
import { useAccount } from '../../api/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { rememberLinking } from './linking.ts'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

/** For the account page: links the user to an account at the identity provider. Nothing while single sign-on is off. */
export function OwnIdentity() {
  const { data } = useOperation('get-own-identity', {})
  const begin = useAction('begin-identity-link')
  const unlink = useAction('unlink-identity')
  const { role, limits } = useAccount()
  const canUnlink = role === 'administrator' && limits === null
  const [password, setPassword] = useState('')
  if (!data || (!data.available && !data.linked)) return null
  const name = data.provider || singleSignOnTexts.yourProvider
  const submit = () => {
    const input = { current_password: password }
    if (data.linked) {
      const onSuccess = () => {
        setPassword('')
        toast(singleSignOnTexts.unlinked, { tone: 'good' })
      }
      return unlink.mutate(input, { onSuccess })
    }
    begin.mutate(input, {
      onSuccess: ({ redirect_to }) => {
        rememberLinking()
        window.location.assign(redirect_to)
      },
    })
  }
  return (
    <Card title={singleSignOnTexts.accountTitle}>
      <Form problem={data.linked ? unlink.error : begin.error} onSubmit={submit} fields={['current_password']}>
        <p className="soft">
          {data.linked ? singleSignOnTexts.linked({ name }) : singleSignOnTexts.notLinked({ name })}
        </p>
        {data.linked && !canUnlink && <p>{singleSignOnTexts.unlinkByAdministrator}</p>}
        {data.has_password && (!data.linked || canUnlink) && (
          <>
            <TextField
              name="current_password"
              label={singleSignOnTexts.yourPassword}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={setPassword}
            />
            <Button type="submit" busy={begin.isPending || unlink.isPending} disabled={password === ''}>
              {data.linked ? singleSignOnTexts.unlink : singleSignOnTexts.link}
            </Button>
          </>
        )}
      </Form>
    </Card>
  )
}
