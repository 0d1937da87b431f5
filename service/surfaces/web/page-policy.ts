/**
 * What the dashboard may do in a browser: its own scripts, styles and images, and calls to its own address.
 * No inline script or style, and no text becomes markup: the browser blocks it (trusted types).
 */
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Previews of reports and e-mails; their own policy lets them run nothing.
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
  // Cached, but revalidated each time: it refers to the scripts of the newest build.
  'cache-control': 'no-cache',
}
