import '../../overview/overview.css'
import { addTexts } from './add-texts.ts'

/** How to install the connector on a WordPress site. */
export function ConnectorSteps() {
  return (
    <ol className="steps">
      <li>{addTexts.signInToThe}</li>
      <li>{addTexts.underPluginsAddNew({ b: (text) => <strong>{text}</strong> })}</li>
      <li>{addTexts.comeBackAndAdd}</li>
      <li>{addTexts.ifTheConnectorsSettings}</li>
    </ol>
  )
}
