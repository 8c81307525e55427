import {
  environmentName,
  type SettingValuesOf,
  setting,
  trimmedSetting,
  WrongSetting,
  withoutSlash,
} from '#server/setting-kinds.ts'

const address = (flag: string, fallback: string, what: string) =>
  setting(flag, fallback, what, (given) => {
    const url = withoutSlash(given.trim())
    if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return url
    throw new WrongSetting(`${environmentName(flag)} must be an address like ${fallback}.`)
  })

/** Apps made since 2 March 2026 cannot ask for the broad `accounting.transactions`. */
const SCOPES =
  'openid profile email offline_access accounting.contacts accounting.settings accounting.invoices accounting.payments'
const ALWAYS = ['openid', 'email', 'offline_access', 'accounting.contacts', 'accounting.settings']
const DOCUMENTS = ['accounting.invoices', 'accounting.payments']
const BROAD = 'accounting.transactions'

const scopes = (flag: string) =>
  setting(
    flag,
    SCOPES,
    `What this installation’s app asks Xero for. An app made before 2 March 2026 names ${BROAD} in place of ${DOCUMENTS.join(' and ')}.`,
    (given) => {
      const asked = given.trim().split(/\s+/)
      const needed = asked.includes(BROAD) ? ALWAYS : [...ALWAYS, ...DOCUMENTS]
      const missing = needed.filter((name) => !asked.includes(name))
      if (missing.length === 0) return asked.join(' ')
      throw new WrongSetting(`${environmentName(flag)} lacks ${missing.join(', ')}.`)
    },
  )

export const xeroSettings = {
  xeroclientid: trimmedSetting(
    '--xero-client-id',
    'Client id of this installation’s app at Xero; without it nothing of Xero is offered. The app needs the redirect addresses /xero/connected and /www/xero/createaccount.',
  ),
  xeroclientsecret: trimmedSetting(
    '--xero-client-secret',
    'The secret that goes with the client id at Xero.',
  ),
  xeroscopes: scopes('--xero-scopes'),
  xeroauthoriseurl: address(
    '--xero-authorise-url',
    'https://login.xero.com/identity/connect/authorize',
    'Where people let Joblane into their Xero.',
  ),
  xerotokenurl: address(
    '--xero-token-url',
    'https://identity.xero.com/connect/token',
    'Where Xero hands out tokens.',
  ),
  xeroconnectionsurl: address(
    '--xero-connections-url',
    'https://api.xero.com/connections',
    'Where Xero lists the organisations of a connection.',
  ),
  xeroapiurl: address(
    '--xero-api-url',
    'https://api.xero.com/api.xro/2.0',
    'Where the accounting of Xero is read and written.',
  ),
}

/** @throws WrongSetting when one of the two stands alone */
export function checkXero({ xeroclientid, xeroclientsecret }: SettingValuesOf<typeof xeroSettings>) {
  if (Boolean(xeroclientid) === Boolean(xeroclientsecret)) return
  throw new WrongSetting(
    'JOBLANE_XERO_CLIENT_ID and JOBLANE_XERO_CLIENT_SECRET belong together: set both or neither.',
  )
}
