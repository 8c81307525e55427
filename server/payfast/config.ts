/** What the environment says of the card provider. All of the merchant's three, or none of them. */
export type PayfastConfig = {
  payfastmerchantid: string
  payfastmerchantkey: string
  payfastpassphrase: string
  payfasturl: string
  payfastapiurl: string
  /** Empty: `/eng/query/validate` beside the form's address. */
  payfastvalidateurl: string
  payfastsources: string
}

type PayfastSetting = {
  key: keyof PayfastConfig
  variable: string
  flag: string
  fallback: string
  what: string
}

export const payfastSettings: PayfastSetting[] = [
  {
    key: 'payfastmerchantid',
    variable: 'JOBLANE_PAYFAST_MERCHANT_ID',
    flag: '--payfast-merchant-id',
    fallback: '',
    what: 'Merchant id at PayFast. With the two below it turns card payments on.',
  },
  {
    key: 'payfastmerchantkey',
    variable: 'JOBLANE_PAYFAST_MERCHANT_KEY',
    flag: '--payfast-merchant-key',
    fallback: '',
    what: 'Merchant key at PayFast.',
  },
  {
    key: 'payfastpassphrase',
    variable: 'JOBLANE_PAYFAST_PASSPHRASE',
    flag: '--payfast-passphrase',
    fallback: '',
    what: 'Passphrase that signs; PayFast demands one for subscriptions.',
  },
  {
    key: 'payfasturl',
    variable: 'JOBLANE_PAYFAST_URL',
    flag: '--payfast-url',
    fallback: 'https://www.payfast.co.za/eng/process',
    what: 'Where payment forms go. The sandbox is https://sandbox.payfast.co.za/eng/process.',
  },
  {
    key: 'payfastapiurl',
    variable: 'JOBLANE_PAYFAST_API_URL',
    flag: '--payfast-api-url',
    fallback: 'https://api.payfast.co.za',
    what: 'Where subscriptions are managed. The sandbox is https://api.payfast.co.za?testing=true.',
  },
  {
    key: 'payfastvalidateurl',
    variable: 'JOBLANE_PAYFAST_VALIDATE_URL',
    flag: '--payfast-validate-url',
    fallback: '',
    what: 'Where notifications are confirmed. Default: /eng/query/validate beside the form.',
  },
  {
    key: 'payfastsources',
    variable: 'JOBLANE_PAYFAST_SOURCES',
    flag: '--payfast-sources',
    fallback: 'www.payfast.co.za,sandbox.payfast.co.za,w1w.payfast.co.za,w2w.payfast.co.za',
    what: 'Host names, addresses and networks that notifications may come from.',
  },
]

const variableOf = (key: keyof PayfastConfig) =>
  payfastSettings.find((setting) => setting.key === key)?.variable ?? key

/**
 * The settings as they were given, or the sentence that says what is wrong with them. It repeats no secret.
 * @param text the value of a setting, or its fallback
 */
export function readPayfast(text: (key: keyof PayfastConfig) => string): PayfastConfig | string {
  const values = Object.fromEntries(
    payfastSettings.map(({ key }) => [key, text(key).trim()]),
  ) as PayfastConfig
  const merchant = ['payfastmerchantid', 'payfastmerchantkey', 'payfastpassphrase'] as const
  const missing = merchant.filter((key) => !values[key])
  if (missing.length > 0 && missing.length < merchant.length)
    return `Card payments also need ${missing.map(variableOf).join(' and ')}.`
  const wrong = (['payfasturl', 'payfastapiurl', 'payfastvalidateurl'] as const).find(
    (key) => values[key] && !/^https?:$/.test(URL.parse(values[key])?.protocol ?? ''),
  )
  if (wrong) return `${variableOf(wrong)} must be an address like https://www.payfast.co.za/eng/process.`
  const source = values.payfastsources.split(',').find((one) => !isSource(one.trim()))
  if (source !== undefined)
    return `${variableOf('payfastsources')} must be host names, addresses or networks with commas between, not "${source}".`
  return values
}

const isSource = (text: string) =>
  /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(text) || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)
