/**
 * What the dashboard may do in a browser: its own scripts, styles and pictures, and calls to its own address.
 * No inline script or style, and no text ever becomes markup: the browser refuses to make any (trusted types).
 */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Previews of reports and e-mails, which come with a policy of their own that lets them run nothing.
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Kept, but asked for again each time: it names the scripts of the newest build.
  'cache-control': 'no-cache',
}
