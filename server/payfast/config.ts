import {
  environmentName,
  type SettingValuesOf,
  setting,
  trimmedSetting,
  WrongSetting,
} from '#server/setting-kinds.ts'

const address = (flag: string, fallback: string, what: string) =>
  setting(flag, fallback, what, (given) => {
    const trimmed = given.trim()
    if (!trimmed || /^https?:$/.test(URL.parse(trimmed)?.protocol ?? '')) return trimmed
    throw new WrongSetting(
      `${environmentName(flag)} must be an address like https://www.payfast.co.za/eng/process.`,
    )
  })

const sources = (flag: string, fallback: string, what: string) =>
  setting(flag, fallback, what, (given) => {
    const wrong = given.split(',').find((one) => !isSource(one.trim()))
    if (wrong === undefined) return given.trim()
    throw new WrongSetting(
      `${environmentName(flag)} must be host names, addresses or networks with commas between, not "${wrong}".`,
    )
  })

const isSource = (text: string) =>
  /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(text) || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)

export const payfastSettings = {
  payfastmerchantid: trimmedSetting(
    '--payfast-merchant-id',
    'Merchant id at PayFast. With the two below it turns card payments on.',
  ),
  payfastmerchantkey: trimmedSetting('--payfast-merchant-key', 'Merchant key at PayFast.'),
  payfastpassphrase: trimmedSetting(
    '--payfast-passphrase',
    'Passphrase that signs; PayFast demands one for subscriptions.',
  ),
  payfasturl: address(
    '--payfast-url',
    'https://www.payfast.co.za/eng/process',
    'Where payment forms go. The sandbox is https://sandbox.payfast.co.za/eng/process.',
  ),
  payfastapiurl: address(
    '--payfast-api-url',
    'https://api.payfast.co.za',
    'Where subscriptions are managed. The sandbox is https://api.payfast.co.za?testing=true.',
  ),
  payfastvalidateurl: address(
    '--payfast-validate-url',
    '',
    'Where notifications are confirmed. Default: /eng/query/validate beside the form.',
  ),
  payfastsources: sources(
    '--payfast-sources',
    'www.payfast.co.za,sandbox.payfast.co.za,w1w.payfast.co.za,w2w.payfast.co.za',
    'Host names, addresses and networks that notifications may come from.',
  ),
}

export function checkMerchant(values: SettingValuesOf<typeof payfastSettings>) {
  const merchant = ['payfastmerchantid', 'payfastmerchantkey', 'payfastpassphrase'] as const
  const missing = merchant.filter((key) => !values[key])
  if (missing.length === 0 || missing.length === merchant.length) return
  const names = missing.map((key) => payfastSettings[key].variable)
  throw new WrongSetting(`Card payments also need ${names.join(' and ')}.`)
}
