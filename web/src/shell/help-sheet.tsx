import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { shortcutTexts } from './shortcut-texts.ts'

const shortcuts: readonly [keys: readonly string[], text: string][] = [
  [['Ctrl', 'K'], shortcutTexts.find],
  [['/'], shortcutTexts.search],
  [['?'], shortcutTexts.help],
  [['j'], shortcutTexts.next],
  [['k'], shortcutTexts.previous],
  [['Enter'], shortcutTexts.open],
  [['x'], shortcutTexts.select],
  [['e'], shortcutTexts.actions],
  [['g', 't'], shortcutTexts.today],
  [['g', 'o'], shortcutTexts.overview],
  [['g', 's'], shortcutTexts.sites],
  [['g', 'u'], shortcutTexts.updates],
  [['g', 'm'], shortcutTexts.monitors],
  [['g', 'v'], shortcutTexts.security],
  [['g', 'c'], shortcutTexts.clients],
  [['g', 'j'], shortcutTexts.jobs],
  [['g', 'r'], shortcutTexts.reports],
]

/** All keyboard shortcuts. */
export default function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={shortcutTexts.title}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {shortcutTexts.close}
        </Button>
      }
    >
      <dl className="shortcuts">
        {shortcuts.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
