export const SESSION_COOKIE = 'joblane_session'
export const THEME_COOKIE = 'joblane_theme'
export const MENU_COOKIE = 'joblane_menu'
export const FOLDED_COOKIE = 'joblane_folded'

const FLASH_COOKIE = 'joblane_flash'

/** Ends of categories' ids, joined by dots. */
export const SECTIONS_COOKIE = 'joblane_sections'

/** What a sign-in elsewhere must fit when the browser comes back, encrypted. */
export const EXTERNAL_COOKIE = 'joblane_external'
const EXTERNAL_SECONDS = 600

/** Sent to the page that the provider leads back to alone; empty: forgotten. */
export const externalCookie = (value: string, https: boolean) =>
  `${EXTERNAL_COOKIE}=${value}; Path=/externalproviderauth; HttpOnly; SameSite=Lax; Max-Age=${value ? EXTERNAL_SECONDS : 0}${https ? '; Secure' : ''}`

/** What a connection to Xero must fit when the browser comes back, encrypted. */
export const XERO_COOKIE = 'joblane_xero'

/** Sent to the page alone that Xero leads back to; empty: forgotten. */
export const xeroCookie = (value: string, path: string, https: boolean) =>
  `${XERO_COOKIE}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${value ? EXTERNAL_SECONDS : 0}${https ? '; Secure' : ''}`

/** Who signed up by Xero, until they have made their account. */
export const XERO_SIGNUP_COOKIE = 'joblane_xerosignup'

export const xeroSignupCookie = (value: string, seconds: number, https: boolean) =>
  `${XERO_SIGNUP_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${https ? '; Secure' : ''}`

export function cookie(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie')
  if (!header) return
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
}

export const DEVICE_COOKIE = 'joblane_device'
/** The longest that browsers keep one. */
const DEVICE_SECONDS = 400 * 86_400

/** Sent everywhere: a mailed link signs in at addresses of its own. */
export const deviceCookie = (value: string, https: boolean) =>
  `${DEVICE_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${DEVICE_SECONDS}${https ? '; Secure' : ''}`

/** Decision A5: no script reads it, no other site sends it, `Secure` behind https. */
export const sessionCookie = (value: string, seconds: number, https: boolean) =>
  `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${https ? '; Secure' : ''}`

/** `ms`: how long it is shown, where that is not as usual. */
export const flashCookie = (snack: { level: string; message: string; ms?: number }, https: boolean) =>
  `${FLASH_COOKIE}=${encodeURIComponent(JSON.stringify(snack))}; Path=/; SameSite=Lax; Max-Age=60${https ? '; Secure' : ''}`
