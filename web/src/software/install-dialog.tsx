import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import BulkDialog from '../fleet/bulk-dialog.tsx'
import type { SiteChoice } from '../fleet/site-choice.ts'
import { SiteChoiceField } from '../fleet/site-choice-field.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CheckField, SelectField, TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { DirectoryResult } from './directory-result.tsx'
import { type DirectoryItem, DirectorySearch } from './directory-search.tsx'
import type { SoftwareType } from './software-labels.ts'
import { softwareTexts } from './software-texts.ts'

/** What is installed: a result of the search, or an item that a site has already. */
interface Chosen {
  slug: string
  name: string
  found?: DirectoryItem
}

/** Installs a plugin or theme of the public directory on sites by tag, client or view: search, then the sites, then the plan. */
export default function InstallDialog({
  type,
  known = null,
  choice,
  onClose,
}: {
  type: SoftwareType
  /** An item of the fleet; without it the directory is searched. */
  known?: Chosen | null
  /** Fixed sites; without them the user selects some. */
  choice?: SiteChoice
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<Chosen | null>(known)
  const [version, setVersion] = useState('')
  const [activate, setActivate] = useState(type === 'plugin')
  const [sites, setSites] = useState<SiteChoice | null>(null)
  const [isPlanned, setPlanned] = useState(false)
  const selected = choice ?? sites
  const title = chosen
    ? softwareTexts.installNamed({ name: chosen.name })
    : type === 'plugin'
      ? softwareTexts.installPlugin
      : softwareTexts.installTheme
  if (chosen && isPlanned && selected)
    return (
      <BulkDialog
        action="install-from-directory"
        options={{ type, slug: chosen.slug, activate: type === 'plugin' && activate, ...(version && { version }) }}
        choice={selected}
        title={title}
        label={softwareTexts.install}
        onClose={onClose}
      />
    )
  const goOn = () => chosen && selected && setPlanned(true)
  return (
    <Dialog
      wide={!chosen}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{softwareTexts.cancel}</Button>
          {chosen && (
            <Button tone="primary" disabled={!selected} onClick={goOn}>
              {softwareTexts.next}
            </Button>
          )}
        </>
      }
    >
      {!chosen ? (
        <div className="stack">
          <DirectorySearch type={type} onChoose={(found) => setChosen({ slug: found.slug, name: found.name, found })} />
          <Notice>{softwareTexts.fromFile({ link: (text) => <Link to="/packages">{text}</Link> })}</Notice>
        </div>
      ) : (
        <Form problem={null} onSubmit={goOn}>
          {chosen.found && <DirectoryResult item={chosen.found} />}
          {!known && (
            <div>
              <Button small tone="quiet" onClick={() => setChosen(null)}>
                {softwareTexts.chooseOther}
              </Button>
            </div>
          )}
          {chosen.found && (
            <SelectField
              name="version"
              label={softwareTexts.version}
              value={version}
              onChange={setVersion}
              options={[
                { value: '', label: softwareTexts.newest({ version: chosen.found.version }) },
                ...chosen.found.versions.map((each) => ({ value: each, label: each })),
              ]}
            />
          )}
          {!chosen.found && (
            <TextField
              name="version"
              label={softwareTexts.version}
              placeholder={softwareTexts.newestUnknown}
              value={version}
              onChange={setVersion}
            />
          )}
          {type === 'plugin' && (
            <CheckField
              name="activate"
              label={softwareTexts.activateAfterwards}
              checked={activate}
              onChange={setActivate}
            />
          )}
          {!choice && <SiteChoiceField label={softwareTexts.where} onChange={setSites} />}
        </Form>
      )}
    </Dialog>
  )
}
