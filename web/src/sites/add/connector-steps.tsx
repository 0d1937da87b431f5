import '../../overview/overview.css'

/** How to install the connector on a WordPress site. */
export function ConnectorSteps() {
  return (
    <ol className="steps">
      <li>Sign in to the WordPress admin of the site as an administrator.</li>
      <li>
        Under Plugins, Add New, search for <strong>MainWP Child</strong>, the connector that Flotilla speaks with,
        install and activate it.
      </li>
      <li>
        Come back and add the site with its address and the login name and password of that administrator. The password
        is used once and never stored.
      </li>
      <li>
        If the connector’s settings show a unique security ID, enter it too. If they say that the site is connected to
        another dashboard, press Disconnect there first.
      </li>
    </ol>
  )
}
