import { useState } from 'react'
import BulkDialog from '../fleet/bulk-dialog.tsx'
import { NamedPicker } from '../fleet/named-picker.tsx'
import type { SiteChoice } from '../fleet/site-choice.ts'
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

type Where = 'tag' | 'client' | 'all'

const places = [
  { value: 'tag', label: softwareTexts.whereTag },
  { value: 'client', label: softwareTexts.whereClient },
  { value: 'all', label: softwareTexts.whereAll },
]

/** Installs a plugin or theme of the public directory on sites by tag or client: search, then the sites, then the plan. */
export default function InstallDialog({
  type,
  known = null,
  choice,
  onClose,
}: {
  type: SoftwareType
  /** An item of the fleet; without it the directory is searched. */
  known?: Chosen | null
  /** Fixed sites; without them the user chooses a tag, a client or all. */
  choice?: SiteChoice
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<Chosen | null>(known)
  const [version, setVersion] = useState('')
  const [activate, setActivate] = useState(type === 'plugin')
  const [where, setWhere] = useState<Where>('tag')
  const [id, setId] = useState<string>()
  const [isPlanned, setPlanned] = useState(false)
  const selected = choice ?? choiceBy(where, id)
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
        <>
          <DirectorySearch type={type} onChoose={(found) => setChosen({ slug: found.slug, name: found.name, found })} />
          <Notice>{softwareTexts.fromFile}</Notice>
        </>
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
          {!choice && (
            <SelectField
              name="where"
              label={softwareTexts.where}
              value={where}
              onChange={(value) => {
                setWhere(value as Where)
                setId(undefined)
              }}
              options={places}
            />
          )}
          {!choice && where !== 'all' && (
            <div className="field">
              <span className="label">{where === 'tag' ? softwareTexts.tag : softwareTexts.client}</span>
              <NamedPicker
                key={where}
                noun={where}
                value={id}
                any={softwareTexts.chooseOne}
                onChange={(option) => setId(option?.value)}
              />
            </div>
          )}
        </Form>
      )}
    </Dialog>
  )
}

function choiceBy(where: Where, id: string | undefined): SiteChoice | null {
  if (where === 'all') return { all_sites: true }
  if (id === undefined) return null
  return { filter: where === 'tag' ? { tag_ids: [Number(id)] } : { client_id: Number(id) } }
}
