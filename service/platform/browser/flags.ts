/** Where Chromium may connect: nowhere, or to our proxy, which decides for each address. */
export type Reach = 'nothing' | { proxyPort: number }

/** Chromium uses only our proxy, no name server, and no protocol that bypasses a proxy. */
function networkFlags(reach: Reach): string[] {
  // Chromium itself blocks port 9.
  const proxy = reach === 'nothing' ? 'http://127.0.0.1:9' : `http://127.0.0.1:${reach.proxyPort}`
  return [
    `--proxy-server=${proxy}`,
    // Without this, loopback addresses would be called directly.
    '--proxy-bypass-list=<-loopback>',
    // The proxy resolves names; Chromium itself can resolve none.
    `--host-resolver-rules=MAP * ~NOTFOUND${reach === 'nothing' ? '' : ' , EXCLUDE 127.0.0.1'}`,
    '--dns-prefetch-disable',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--no-pings',
  ]
}

const features = [
  'MediaRouter',
  'DialMediaRouteProvider',
  'OptimizationHints',
  'Translate',
  'InterestFeedContentSuggestions',
]

export function chromiumFlags(profile: string, reach: Reach, sandbox: boolean): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    ...(sandbox ? [] : ['--no-sandbox']),
    ...networkFlags(reach),
    `--disable-features=${features.join(',')}`,
    '--disable-breakpad',
    '--disable-crash-reporter',
    // The shared memory of a container is often 64 MB, too little for one page.
    '--disable-dev-shm-usage',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-field-trial-config',
    '--disable-gpu',
    '--disable-notifications',
    '--disable-search-engine-choice-screen',
    '--disable-speech-api',
    '--deny-permission-prompts',
    '--hide-scrollbars',
    '--metrics-recording-only',
    '--mute-audio',
    '--no-default-browser-check',
    '--no-first-run',
    '--password-store=basic',
    '--use-mock-keychain',
    'about:blank',
  ]
}

/** The part of WebRTC's policy that has no command-line flag in every version. */
export const profilePreferences = {
  webrtc: {
    ip_handling_policy: 'disable_non_proxied_udp',
    multiple_routes_enabled: false,
    nonproxied_udp_enabled: false,
  },
  dns_prefetching: { enabled: false },
  net: { network_prediction_options: 2 },
}
