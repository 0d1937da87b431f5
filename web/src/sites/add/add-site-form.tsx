import { useState } from 'react'
import type { DataOf } from '../../../../contract/client.ts'
import { findTags } from '../../api/find.ts'
import { useAction } from '../../api/query.ts'
import { NamedPicker } from '../../fleet/named-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckField, type Option, TextField } from '../../ui/form/fields.tsx'
import { Form } from '../../ui/form/form.tsx'
import { MultiPicker } from '../../ui/form/multi-picker.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { ConnectionHelp } from '../connection/connection-help.tsx'
import { addTexts } from './add-texts.ts'
import { SitePreview } from './site-preview.tsx'

export type AddedSite = DataOf<'add-site'>

const fields = ['url', 'admin', 'admin_password', 'unique_id', 'http_user', 'http_pass', 'name', 'tags', 'client_id']
const empty = { url: '', admin: '', admin_password: '', unique_id: '', http_user: '', http_pass: '', name: '' }
// The site answered or was unreachable: it can be added now and connected later. Invalid input cannot.
const refusedByService = [
  'svc_invalid_input',
  'svc_invalid_url',
  'svc_site_already_exists',
  'svc_permission_denied',
  'svc_plain_http_refused',
]

export function AddSiteForm({ onAdded }: { onAdded: (site: AddedSite) => void }) {
  const [values, setValues] = useState(empty)
  const [verify, setVerify] = useState(true)
  const [client, setClient] = useState<string | undefined>()
  const [tags, setTags] = useState<Option[]>([])
  const add = useAction('add-site')
  const field = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })
  const submit = (require_connection: boolean) => {
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    add.mutate(
      {
        ...filled,
        url: withScheme(values.url),
        admin: values.admin,
        ...(client !== undefined && { client_id: Number(client) }),
        ...(tags.length > 0 && { tags: tags.map(({ value }) => Number(value)) }),
        ...(!verify && { ssl_verify: false }),
        require_connection,
      },
      { onSuccess: onAdded },
    )
  }
  const canAddUnconnected = add.error !== null && !refusedByService.includes(add.error.code) && add.error.status !== 0
  return (
    <Form problem={add.error} onSubmit={() => submit(true)} fields={fields}>
      {add.error && <ConnectionHelp problem={add.error} url={withScheme(values.url)} />}
      <TextField
        {...field('url')}
        label={addTexts.address}
        placeholder="https://www.example.com/"
        inputMode="url"
        autoComplete="off"
        hint={addTexts.whereWordpressItselfAnswers}
      />
      <SitePreview url={withScheme(values.url)} />
      <div className="grid-2">
        <TextField
          {...field('admin')}
          label={addTexts.administrator}
          autoComplete="off"
          hint={addTexts.theLoginNameNot}
        />
        <TextField
          {...field('admin_password')}
          label={addTexts.password}
          type="password"
          autoComplete="new-password"
          hint={addTexts.usedOnceToConnect}
        />
      </div>
      <details className="more">
        <summary>{addTexts.moreAboutThisSite}</summary>
        <div className="stack">
          <TextField {...field('name')} label={addTexts.name} hint={addTexts.leftEmptyTheTitle} />
          <div className="field">
            <span className="label">{addTexts.client}</span>
            <NamedPicker
              noun="client"
              value={client}
              any={addTexts.noClient}
              onChange={(option) => setClient(option?.value)}
            />
          </div>
          <MultiPicker
            name="tags"
            label={addTexts.tags}
            selected={tags}
            onChange={setTags}
            search={findTags}
            placeholder={addTexts.addATag}
            cacheKey="tags"
          />
          <TextField
            {...field('unique_id')}
            label={addTexts.uniqueSecurityId}
            autoComplete="off"
            hint={addTexts.onlyIfTheConnectors}
          />
          <div className="grid-2">
            <TextField
              {...field('http_user')}
              label={addTexts.userNameOfThe}
              autoComplete="off"
              hint={addTexts.onlyIfItAsks}
            />
            <TextField
              {...field('http_pass')}
              label={addTexts.itsPassword}
              type="password"
              autoComplete="new-password"
            />
          </div>
          <CheckField
            name="ssl_verify"
            label={addTexts.checkTheCertificateOf}
            hint={addTexts.switchItOffOnly}
            checked={verify}
            onChange={setVerify}
          />
        </div>
      </details>
      <div className="line">
        <Button type="submit" tone="primary" icon={IconPlus} busy={add.isPending}>
          {addTexts.addAndConnect}
        </Button>
        {canAddUnconnected && (
          <Button onClick={() => submit(false)} disabled={add.isPending}>
            {addTexts.keepItConnectLater}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Users type "example.com"; https is the default. */
const withScheme = (url: string) => {
  const text = url.trim()
  return text === '' || /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
}
