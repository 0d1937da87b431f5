/** Where Chromium may connect: to nobody, or to our proxy, which decides for each address. */
export type Reach = 'nothing' | { proxyPort: number }

/** Chromium looks for a proxy only where we say, asks no name server, and speaks no protocol that goes around a proxy. */
function networkFlags(reach: Reach): string[] {
  // Port 9 is refused by Chromium itself, whoever listens there.
  const proxy = reach === 'nothing' ? 'http://127.0.0.1:9' : `http://127.0.0.1:${reach.proxyPort}`
  return [
    `--proxy-server=${proxy}`,
    // Without this, loopback addresses would be called directly.
    '--proxy-bypass-list=<-loopback>',
    // The proxy resolves names; whatever in Chromium tries to do so itself finds nothing.
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

/** The part of WebRTC's policy that the command line does not reach in every version. */
export const profilePreferences = {
  webrtc: {
    ip_handling_policy: 'disable_non_proxied_udp',
    multiple_routes_enabled: false,
    nonproxied_udp_enabled: false,
  },
  dns_prefetching: { enabled: false },
  net: { network_prediction_options: 2 },
}
